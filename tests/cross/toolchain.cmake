# For another architecture, whose programs an emulator runs:
#   cmake -S . -B build/s390x --toolchain tests/cross/toolchain.cmake -D TARGET=s390x-linux-gnu [-D CMAKE_C_COMPILER=clang]
# TARGET is the triplet in the names of Debian's cross compilers. Debian: gcc-<TARGET>, qemu-user.
# Only the C library is at hand for the target: `bench` is left out, all else works.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TARGET)
if(NOT TARGET)
  message(FATAL_ERROR "no target: -D TARGET=s390x-linux-gnu")
endif()

string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${TARGET})
set(CMAKE_SYSTEM_NAME Linux)
if(CMAKE_C_COMPILER MATCHES clang)
  set(CMAKE_C_COMPILER_TARGET ${TARGET})
else()
  set(CMAKE_C_COMPILER ${TARGET}-gcc)
endif()
set(CMAKE_DISABLE_FIND_PACKAGE_PkgConfig TRUE) # what it finds is the host's
set(CMAKE_DISABLE_FIND_PACKAGE_benchmark TRUE)

# QEMU's names differ in places. "max" has all extensions that QEMU knows.
string(REGEX REPLACE "^powerpc" "ppc" qemu ${CMAKE_SYSTEM_PROCESSOR})
string(REGEX REPLACE "^i.86$" "i386" qemu ${qemu})
# Where Debian keeps the target's C library. The path keeps the target's loader from the host's: where that has 32-bit
# libraries of its own, i686's takes them, and two versions of one C library loop for ever in fork().
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${qemu} -L /usr/${TARGET} -E LD_LIBRARY_PATH=/usr/${TARGET}/lib)
if(qemu MATCHES "^(aarch64|arm|i386|s390x)$")
  list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -cpu max)
endif()
