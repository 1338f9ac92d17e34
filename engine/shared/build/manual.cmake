# Builds a manual page from a program's help, so that the two never differ. In the page, `@HELP@` is
# replaced by the output of --help, `@HELP WORD@` by that of WORD --help, and `@HELP --OPTION@` by
# that of the option.

# kaname_add_manual(<program> <page>) builds <page> without its ending `.in`, a path below the
# current folder such as kaname-train.1.in, and installs it. Does nothing if the program cannot run.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(KANAME_MANUAL_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  function(kaname_add_manual program page)
    if(NOT UNIX OR EMSCRIPTEN OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
      return()
    endif()
    get_filename_component(name ${page} NAME_WLE)
    string(REGEX MATCH "[0-9]$" section ${name})
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${name})
    set(page ${CMAKE_CURRENT_SOURCE_DIR}/${page})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:${program}>"
              -DPAGE=${page}
              -DOUTPUT=${output} -P ${KANAME_MANUAL_SCRIPT}
      DEPENDS ${program} ${KANAME_MANUAL_SCRIPT} ${page} VERBATIM)
    add_custom_target(manual-${program} ALL DEPENDS ${output})
    install(FILES ${output} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT programs)
  endfunction()
  return()
endif()

# As a script: cmake -DPROGRAM=file -DPAGE=page.in -DOUTPUT=page -P manual.cmake
file(READ ${PAGE} page)
string(REGEX MATCHALL "@HELP[^@]*@" places "${page}")
foreach(place IN LISTS places)
  string(REGEX REPLACE "^@HELP *(.*)@$" "\\1" words "${place}")
  separate_arguments(words)
  if(NOT words MATCHES "^--")
    list(APPEND words --help)
  endif()
  execute_process(COMMAND ${PROGRAM} ${words} OUTPUT_VARIABLE help RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${words}: ${status}")
  endif()
  string(REPLACE "\\" "\\e" help "${help}")
  string(REPLACE "-" "\\-" help "${help}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" help "${help}")
  string(REPLACE "${place}" "${help}" page "${page}")
endforeach()
file(WRITE ${OUTPUT} "${page}")
