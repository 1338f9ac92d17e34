# Builds a program's completion in bash from the program itself, so that the two never differ: from
# the output of --completion-cases if it has that option, else from --help and COMMAND --help.
#
# In --help a row begins with two blanks: `--option`, `--option VALUE`, or the name of a word that is
# no option. VALUE FILE and PREFIX complete to files, DIR to folders. Where its text begins with
# words, `a, b or c` up to a colon, semicolon or bracket, these complete; `one of those below` stands
# for the names listed last.

# kaname_add_completion(<program> [CASES]) builds completions/<program> in the build folder and
# installs it. CASES: the program has --completion-cases. Does nothing if the program cannot run.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(KANAME_COMPLETION_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
  set(KANAME_COMPLETION_TEMPLATE ${PROJECT_SOURCE_DIR}/engine/shared/cli/completion.bash)
  function(kaname_add_completion program)
    if(NOT UNIX OR EMSCRIPTEN OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
      return()
    endif()
    set(output ${CMAKE_BINARY_DIR}/completions/${program})
    set(has_cases OFF)
    if("CASES" IN_LIST ARGN)
      set(has_cases ON)
    endif()
    add_custom_command(OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${CMAKE_CROSSCOMPILING_EMULATOR};$<TARGET_FILE:${program}>"
              -DHAS_CASES=${has_cases}
              -DSCRIPT=${KANAME_COMPLETION_TEMPLATE} -DOUTPUT=${output} -P ${KANAME_COMPLETION_SCRIPT}
      DEPENDS ${program} ${KANAME_COMPLETION_SCRIPT} ${KANAME_COMPLETION_TEMPLATE} VERBATIM)
    add_custom_target(completion-${program} ALL DEPENDS ${output})
    install(FILES ${output} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
      COMPONENT programs)
  endfunction()
  return()
endif()

# As a script: cmake -DPROGRAM=file -DHAS_CASES=bool -DSCRIPT=script.bash -DOUTPUT=file -P completion.cmake

cmake_policy(VERSION 3.20)

# Sets `out` to what the program prints, as a list of lines without brackets and semicolons of its
# own, which would change the list.
function(run_program out)
  execute_process(COMMAND ${PROGRAM} ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${ARGN}: ${status}")
  endif()
  string(REPLACE "[" "(" text "${text}")
  string(REPLACE "]" ")" text "${text}")
  string(REPLACE ";" ":" text "${text}")
  string(REPLACE "\n" ";" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Sets `out` to what a value of this kind completes to, by its text.
function(value_candidates out kind text names)
  string(REGEX REPLACE "\\.\\.\\.$" "" kind "${kind}")
  set(found "")
  if(kind MATCHES "^(FILE|PREFIX|DATABASE|GAME|GAMES|WHAT)$")
    set(found "@file")
  elseif(kind MATCHES "^(DIR|FOLDER)$")
    set(found "@folder")
  elseif(text MATCHES "^one of those below")
    set(found "${names}")
  else()
    string(REGEX REPLACE " *\\([^)]*\\)" "" text "${text}")
    string(REGEX REPLACE "(:|, or a ).*" "" text "${text}")
    set(word "[a-z][a-z0-9-]*")
    if(text MATCHES "^${word}(, ${word})*((,|,? or) ${word})$")
      string(REGEX REPLACE ",? or |, " " " found "${text}")
    endif()
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# Appends the cases of one command, or of the program itself if `command` is empty, to `cases`, and
# sets `commands` to the names below `commands:`.
function(read_help command)
  run_program(lines ${command} --help)
  set(heads "") # `--option VALUE` or `WORD` of each row; text_N: its text
  set(names "") # words below a title at the end
  set(title "")
  set(count 0)
  foreach(line IN LISTS lines)
    if(line MATCHES "^([A-Za-z].*):$")
      set(title "${CMAKE_MATCH_1}")
    elseif(line MATCHES "^  ([a-z][a-z0-9-]*)  ")
      string(APPEND names " ${CMAKE_MATCH_1}")
    elseif(line MATCHES "^  ((--[a-z][a-z0-9-]*)( [^ ]+)?|[A-Z]+(\\.\\.\\.)?)(  +(.*))?$")
      math(EXPR count "${count} + 1")
      list(APPEND heads "${CMAKE_MATCH_1}")
      set(text_${count} "${CMAKE_MATCH_6}")
    elseif(line MATCHES "^     +(.*)$")
      string(APPEND text_${count} " ${CMAKE_MATCH_1}")
    endif()
  endforeach()

  set(options "")
  set(values "")
  list(GET lines 0 usage)
  if(usage MATCHES " GAMES\\.\\.\\.$" AND NOT "GAMES..." IN_LIST heads)
    set(values "    '${command}::1') echo ' @file' ;;\n")
  endif()
  set(count 0)
  foreach(head IN LISTS heads)
    math(EXPR count "${count} + 1")
    string(REGEX MATCH "^--[^ ]+" option "${head}")
    string(REGEX REPLACE "^--[^ ]+ ?" "" kind "${head}")
    string(STRIP "${text_${count}}" text)
    if(option)
      string(APPEND options " ${option}")
    endif()
    if(NOT option AND values MATCHES "'${command}::1'")
      continue() # the first word of its own speaks for all
    endif()
    if(NOT kind STREQUAL "") # N alone is false
      value_candidates(found "${kind}" "${text}" "${names}")
      string(APPEND values "    '${command}:${option}:1') echo ' ${found}' ;;\n")
    endif()
  endforeach()
  string(STRIP "${options}" options)
  string(STRIP "${names}" names)
  if(command)
    string(APPEND cases "    ${command}) echo '${options}' ;;\n${values}")
  else()
    string(APPEND cases "    @program) echo '${options}' ;;\n${values}")
    if(title STREQUAL "commands")
      string(APPEND cases "    @leading) echo '${options}' ;;\n    @commands) echo '${names}' ;;\n")
      set(commands "${names}" PARENT_SCOPE)
    endif()
  endif()
  set(cases "${cases}" PARENT_SCOPE)
endfunction()

set(cases "")
if(HAS_CASES)
  execute_process(COMMAND ${PROGRAM} --completion-cases OUTPUT_VARIABLE cases RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} --completion-cases: ${status}")
  endif()
else()
  set(commands "")
  read_help("")
  separate_arguments(commands)
  foreach(command IN LISTS commands)
    read_help(${command})
  endforeach()
endif()
get_filename_component(name ${OUTPUT} NAME)
string(REPLACE "-" "_" function "_${name}")
file(READ ${SCRIPT} script)
string(REPLACE "@PROGRAM@" "${name}" script "${script}")
string(REPLACE "@FUNCTION@" "${function}" script "${script}")
string(REPLACE "@CASES@" "${cases}" script "${script}")
file(WRITE ${OUTPUT} "${script}")
