# The library for other projects, with only the names of kaname.h: libkaname.a, libkaname.so, the
# header, and the files for pkg-config and find_package(kaname).

# The archive holds one object, linked from all objects, in which hidden names are local. Where the
# object format or an instrumented build prevents that, the archive of this tree is installed, with
# its internal names visible.
if(CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND CMAKE_OBJCOPY AND NOT SANITIZE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/kaname.o)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
  set(merge -r -nostdlib)
  if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND merge -flinker-output=nolto-rel) # machine code, also where objects hold that of LTO
  endif()
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_C_COMPILER} ${flags} ${merge} -o ${object} $<TARGET_OBJECTS:kaname>
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${object}
    DEPENDS kaname COMMAND_EXPAND_LISTS VERBATIM)
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  add_library(kaname_static STATIC ${object})
  set_target_properties(kaname_static PROPERTIES LINKER_LANGUAGE C
    OUTPUT_NAME kaname ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/installed)
  target_include_directories(kaname_static INTERFACE
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(kaname_static INTERFACE Threads::Threads m)
  set(libraries kaname_static)
else()
  set_target_properties(kaname PROPERTIES EXPORT_NAME kaname_static)
  set(libraries kaname)
endif()

# Programs that link the shared library need not link what it needs itself.
set(KANAME_PC_LIBS "-pthread -lm")
set(KANAME_PC_LIBS_PRIVATE "")
if(KANAME_SHARED)
  add_library(kaname_shared SHARED ${KANAME_SOURCES})
  add_dependencies(kaname_shared kaname) # both need the embedded weights, generated once
  set_target_properties(kaname_shared PROPERTIES EXPORT_NAME kaname OUTPUT_NAME kaname
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/installed)
  target_include_directories(kaname_shared
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(kaname_shared PRIVATE $<BUILD_INTERFACE:kaname_flags> Threads::Threads m)
  target_compile_definitions(kaname_shared PRIVATE KANAME_VERSION="${PROJECT_VERSION}")
  list(APPEND libraries kaname_shared)
  set(KANAME_PC_LIBS "")
  set(KANAME_PC_LIBS_PRIVATE "-pthread -lm")
endif()

install(TARGETS ${libraries} EXPORT kaname
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
install(FILES include/kaname.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

# Manual pages of section 3, from the header.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(UNIX AND NOT EMSCRIPTEN AND Python3_Interpreter_FOUND)
  set(pages ${CMAKE_CURRENT_BINARY_DIR}/man3)
  set(header ${CMAKE_CURRENT_SOURCE_DIR}/include/kaname.h)
  set(script ${CMAKE_CURRENT_SOURCE_DIR}/cmake/manual.py)
  add_custom_command(OUTPUT ${pages}/kaname.3
    COMMAND ${Python3_EXECUTABLE} ${script} ${header} ${pages} DEPENDS ${script} ${header} VERBATIM)
  add_custom_target(manual-library ALL DEPENDS ${pages}/kaname.3)
  install(DIRECTORY ${pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man3 COMPONENT development)
elseif(UNIX AND NOT EMSCRIPTEN)
  message(STATUS "No Python 3: the manual pages of kaname.h are left out.")
endif()

# Folders are absolute where each package has a prefix of its own.
foreach(folder IN ITEMS LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(KANAME_PC_${folder} "${CMAKE_INSTALL_${folder}}")
  else()
    set(KANAME_PC_${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
file(RELATIVE_PATH KANAME_PC_TO_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/kaname.pc.in kaname.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/kaname.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/kaname)
configure_package_config_file(cmake/kanameConfig.cmake.in kanameConfig.cmake
  INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO)
# Before version 1 every minor version may change the interface.
write_basic_package_version_file(kanameConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/kanameConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/kanameConfigVersion.cmake
  DESTINATION ${package} COMPONENT development)
install(EXPORT kaname NAMESPACE kaname:: FILE kanameTargets.cmake
  DESTINATION ${package} COMPONENT development)
