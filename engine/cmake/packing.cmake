# `cpack` makes a tar.gz of all installed files and three Debian packages: the programs, the shared
# library, and the library for developers. `.ci/package` runs it and also makes the Windows zip.
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_VENDOR "The Kaname authors")
set(CPACK_PACKAGE_CONTACT "The Kaname authors <${PROJECT_NAME}@users.noreply.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Gomoku and Renju engine")
set(CPACK_PACKAGE_FILE_NAME
  ${PROJECT_NAME}-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_COMPONENTS_ALL programs development)
if(KANAME_SHARED)
  list(APPEND CPACK_COMPONENTS_ALL library)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME kaname)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAMS_DESCRIPTION "Kaname plays freestyle, standard, renju and caro: by the Gomocup protocol for
graphical clients, or in the terminal. kaname-tournament plays engines against
each other, kaname-rival is a set of simple opponents, kaname-train makes the
weights of the evaluation.")
# The name of a shared library's package includes the soname's number, so that two versions can be
# installed together.
set(library_package lib${PROJECT_NAME}${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
file(WRITE ${PROJECT_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/triggers)
if(KANAME_SHARED)
  install(FILES LICENSE RENAME copyright COMPONENT library
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${library_package})
endif()
install(FILES LICENSE RENAME copyright COMPONENT development
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libkaname-dev)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The shared library libkaname: an engine for freestyle, standard, renju and caro.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libkaname-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS libc6-dev)
if(KANAME_SHARED)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    ", ${library_package} (= ${PROJECT_VERSION})")
endif()
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The header of libkaname, the static library, and the files for pkg-config and
CMake.")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CPACK_PACKAGE_CONTACT}")
include(CPack)
