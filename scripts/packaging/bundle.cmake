# Installs next to the bench binaries the shared libraries that they need, except the C library. Installs their licences.
# CMake includes this script at installation. PROGRAMS: the binaries as built; LIBEXEC and DOC: where the files go.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS} RESOLVED_DEPENDENCIES_VAR libraries
  PRE_EXCLUDE_REGEXES "^ld-" "^lib(c|m|dl|rt|pthread)\\.so")
foreach(library IN LISTS libraries)
  file(INSTALL ${library} DESTINATION ${LIBEXEC} TYPE SHARED_LIBRARY FOLLOW_SYMLINK_CHAIN)
  cmake_path(GET library FILENAME name)
  execute_process(COMMAND dpkg-query --search "*-linux-gnu/${name}" OUTPUT_VARIABLE found ERROR_QUIET)
  string(REGEX REPLACE "[:,].*" "" package "${found}")
  set(notice /usr/share/doc/${package}/copyright)
  if(package AND EXISTS ${notice})
    file(INSTALL ${notice} DESTINATION ${DOC} RENAME copyright.${package})
  else()
    message(WARNING "no licence of ${library}")
  endif()
endforeach()
