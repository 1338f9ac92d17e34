# Fills a manual page's @HELP@ with what the program says to --help, so that they never differ.
#   cmake -DPROGRAM=file -DPAGE=page.in -DOUTPUT=page -P manual.cmake
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${PROGRAM} --help: ${status}")
endif()
file(READ ${PAGE} page)
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" help "${help}")
string(REPLACE "@HELP@" "${help}" page "${page}")
file(WRITE ${OUTPUT} "${page}")
