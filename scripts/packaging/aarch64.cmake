# Builds for AArch64, with the libraries that scripts/package has unpacked in the folder LIBRARIES.
# Debian: gcc-aarch64-linux-gnu. Without a C++ compiler and Google Benchmark for it.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LIBRARIES)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_DISABLE_FIND_PACKAGE_benchmark TRUE)

set(CMAKE_FIND_ROOT_PATH ${LIBRARIES})
set(folder ${LIBRARIES}/usr/lib/aarch64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} ${folder}/pkgconfig)
set(CMAKE_C_STANDARD_INCLUDE_DIRECTORIES ${LIBRARIES}/usr/include ${LIBRARIES}/usr/include/aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,\"${folder}:${LIBRARIES}/lib/aarch64-linux-gnu\"") # what the libraries need
