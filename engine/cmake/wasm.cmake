# CMake toolchain: the page's engine, WebAssembly by Debian's emscripten.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
