# Writes FILES, as bytes, into the C file OUTPUT: page.css becomes the string page_css. HEADER, which
# declares them, is included first.
set(text "/* Made by engine/shared/page/embed.cmake. */\n#include \"${HEADER}\"\n")
foreach(file IN LISTS FILES)
  file(READ ${file} bytes HEX)
  get_filename_component(name ${file} NAME)
  # CMake's pattern for the whole file would need a stack as deep as the file is long.
  string(REGEX REPLACE "[0-7][0-9a-f]" "" others "${bytes}")
  if(others)
    message(FATAL_ERROR "${name} must be plain ASCII")
  endif()
  string(REPLACE "." "_" name ${name})
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)"
    "\\1\n" bytes "${bytes}")
  string(APPEND text "\nconst char ${name}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
