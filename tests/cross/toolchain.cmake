# Builds programs for another architecture, to run under QEMU:
#   cmake -S . -B build/s390x --toolchain tests/cross/toolchain.cmake -D TARGET=s390x-linux-gnu [-D CMAKE_C_COMPILER=clang]
# TARGET is the triplet in the names of Debian's cross compilers. Debian: gcc-<TARGET>, qemu-user.
# Only the C library is available for the target, so `bench` is not built.
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
set(CMAKE_DISABLE_FIND_PACKAGE_PkgConfig TRUE) # it finds libraries of the host

# Some architectures have other names in QEMU. The CPU "max" has all extensions that QEMU supports.
string(REGEX REPLACE "^powerpc" "ppc" qemu ${CMAKE_SYSTEM_PROCESSOR})
string(REGEX REPLACE "^i.86$" "i386" qemu ${qemu})
# Debian's folder of the target's C library. LD_LIBRARY_PATH prevents the target's loader from using libraries of the host:
# on a host with 32-bit libraries, i686 programs would load two versions of the C library and hang in fork().
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${qemu} -L /usr/${TARGET} -E LD_LIBRARY_PATH=/usr/${TARGET}/lib)
if(qemu MATCHES "^(aarch64|arm|i386|s390x)$")
  list(APPEND CMAKE_CROSSCOMPILING_EMULATOR -cpu max)
endif()
