# Writes OUTPUT, a header with the commit of the sources at SOURCE: `unknown` outside a repository.
# Leaves a file alone that already says so. Run with -P, as each build does.
find_program(git git)
set(commit "unknown")
# Not that of a repository around the sources; and that of sources of another user.
if(git AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${git} -c safe.directory=${SOURCE} describe --always --dirty --exclude * --abbrev=10
    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE
    RESULT_VARIABLE result ERROR_QUIET)
  if(result EQUAL 0 AND described)
    set(commit ${described})
  endif()
endif()
set(text "#define KANAME_COMMIT \"${commit}\"\n")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT old STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()
