# Writes the files page.html, page.css and page.js of SOURCE_DIR into the C file OUTPUT, as bytes.
set(text "/* Made by tournament/report/embed.cmake. */\n#include \"report/page.h\"\n")
foreach(part html css js)
  file(READ ${SOURCE_DIR}/page.${part} bytes HEX)
  if(bytes MATCHES "^(..)*[89a-f].(..)*$")
    message(FATAL_ERROR "page.${part} must be plain ASCII")
  endif()
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)"
    "\\1\n" bytes "${bytes}")
  string(APPEND text "\nconst char page_${part}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
