# Builds a program's completion in bash from its own tables of options (--completion-cases), so that
# the two never differ.

# kaname_add_completion(<program>) builds completions/<program> in the build folder and installs it.
# Does nothing if the program cannot run.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(KANAME_COMPLETION_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  set(KANAME_COMPLETION_TEMPLATE ${PROJECT_SOURCE_DIR}/engine/shared/cli/completion.bash)
  function(kaname_add_completion program)
    if(NOT UNIX OR EMSCRIPTEN OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
      return()
    endif()
    set(output ${CMAKE_BINARY_DIR}/completions/${program})
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:${program}>"
              -DSCRIPT=${KANAME_COMPLETION_TEMPLATE} -DOUTPUT=${output} -P ${KANAME_COMPLETION_SCRIPT}
      DEPENDS ${program} ${KANAME_COMPLETION_SCRIPT} ${KANAME_COMPLETION_TEMPLATE} VERBATIM)
    add_custom_target(completion-${program} ALL DEPENDS ${output})
    install(FILES ${output} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
      COMPONENT programs)
  endfunction()
  return()
endif()

# As a script: cmake -DPROGRAM=file -DSCRIPT=script.bash -DOUTPUT=file -P completion.cmake

cmake_policy(VERSION 3.20)

execute_process(COMMAND ${PROGRAM} --completion-cases OUTPUT_VARIABLE cases RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --completion-cases: ${status}")
endif()
get_filename_component(name ${OUTPUT} NAME)
string(REPLACE "-" "_" function "_${name}")
file(READ ${SCRIPT} script)
string(REPLACE "@PROGRAM@" "${name}" script "${script}")
string(REPLACE "@FUNCTION@" "${function}" script "${script}")
string(REPLACE "@CASES@" "${cases}" script "${script}")
file(WRITE ${OUTPUT} "${script}")
