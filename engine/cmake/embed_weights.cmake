# Writes the weights files NAMES (NAME.weights in SOURCE_DIR, one a rule, in the rules' order) as
# bytes into the C file OUTPUT.
set(text "/* Made by engine/cmake/embed_weights.cmake. */\n#include \"eval/weights/embedded.h\"\n")
set(list "")
foreach(name IN LISTS NAMES)
  file(READ ${SOURCE_DIR}/${name}.weights bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(REPLACE "-" "_" array ${name})
  string(APPEND text "\nstatic const unsigned char ${array}[] = {\n${bytes}};\n")
  string(APPEND list "    {${array}, sizeof ${array}},\n")
endforeach()
string(APPEND text "\nconst EmbeddedWeights EMBEDDED_WEIGHTS[RULES] = {\n${list}};\n")
file(WRITE ${OUTPUT} "${text}")
