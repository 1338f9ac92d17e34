# Fills the completion script's @CASES@ with what the program prints.
#   cmake -DPROGRAM=file -DSCRIPT=script.bash -DOUTPUT=file -P completion.cmake
execute_process(COMMAND ${PROGRAM} --completion-cases OUTPUT_VARIABLE cases RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --completion-cases: ${status}")
endif()
file(READ ${SCRIPT} script)
string(REPLACE "@CASES@" "${cases}" script "${script}")
file(WRITE ${OUTPUT} "${script}")
