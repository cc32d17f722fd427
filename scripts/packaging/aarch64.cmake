# Builds for AArch64, with the libraries that scripts/package has unpacked in the folder LIBRARIES.
# Debian: g++-aarch64-linux-gnu.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES LIBRARIES)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(CMAKE_FIND_ROOT_PATH ${LIBRARIES})
set(folder ${LIBRARIES}/usr/lib/aarch64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} ${folder}/pkgconfig)
set(CMAKE_C_STANDARD_INCLUDE_DIRECTORIES ${LIBRARIES}/usr/include ${LIBRARIES}/usr/include/aarch64-linux-gnu)
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES ${CMAKE_C_STANDARD_INCLUDE_DIRECTORIES})
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-rpath-link,\"${folder}:${LIBRARIES}/lib/aarch64-linux-gnu\"") # what the libraries need
