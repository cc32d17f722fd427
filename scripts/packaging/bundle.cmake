# Installs the shared libraries of the bench binaries, all but the C library, next to them, and their licences.
# CMake includes this script at installation. PROGRAMS: the binaries as built; SYSTEM: the root of the libraries' system, empty
# for this one; ARCHITECTURE: as in Debian's folders; LIBEXEC and DOC: where the files go.
# install(TARGETS ... RUNTIME_DEPENDENCIES) would do for programs that are not cross-compiled.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS} RESOLVED_DEPENDENCIES_VAR libraries
  DIRECTORIES ${SYSTEM}/usr/lib/${ARCHITECTURE}-linux-gnu ${SYSTEM}/lib/${ARCHITECTURE}-linux-gnu
  PRE_EXCLUDE_REGEXES "^ld-" "^lib(c|m|dl|rt|pthread)\\.so")
foreach(library IN LISTS libraries)
  file(INSTALL ${library} DESTINATION ${LIBEXEC} TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN)
  cmake_path(GET library FILENAME package)
  string(REPLACE ".so." "" package ${package}) # libgcc_s.so.1 is part of libgcc-s1: so Debian names packages of libraries
  string(REPLACE "_" "-" package ${package})
  string(REGEX REPLACE "^libz1$" "zlib1g" package ${package})
  set(notice ${SYSTEM}/usr/share/doc/${package}/copyright)
  if(EXISTS ${notice})
    file(INSTALL ${notice} DESTINATION ${DOC} RENAME copyright.${package})
  else()
    message(WARNING "no licence of ${library}: expected ${notice}")
  endif()
endforeach()
