# Installs the texts, which link to each other, each at its place in the tree, and the files to which
# they link. .ci/check-links finds a link that leads nowhere there.
file(GLOB_RECURSE texts RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/engine/*.md ${PROJECT_SOURCE_DIR}/protocol/*.md
  ${PROJECT_SOURCE_DIR}/tests/*.md ${PROJECT_SOURCE_DIR}/tournament/*.md)
list(APPEND texts README.md .github/CHANGELOG.md .github/CONTRIBUTING.md
  engine/include/kaname.h engine/train/calibration.svg protocol/docs/serve.schema.json
  protocol/python/examples/win_rate.png protocol/python/examples/win_rate.py
  protocol/study/review/review.png tournament/report/example.png)
foreach(text IN LISTS texts)
  get_filename_component(folder ${text} DIRECTORY)
  install(FILES ${text} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kaname/${folder}
    COMPONENT programs)
endforeach()
