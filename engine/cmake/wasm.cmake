# CMake toolchain: the page's engine, WebAssembly by Debian's emscripten.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)

# emcc starts Python for every file, which takes longer than most files take to compile: its compiler
# makes the objects, with the flags that emcc gives it. emcc still links.
execute_process(COMMAND em-config LLVM_ROOT OUTPUT_VARIABLE llvm_root
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND emcc --cflags OUTPUT_VARIABLE llvm_flags
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_program(LLVM_CLANG NAMES clang-14 clang HINTS ${llvm_root} REQUIRED)
set(CMAKE_C_COMPILE_OBJECT
  "${LLVM_CLANG} ${llvm_flags} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
