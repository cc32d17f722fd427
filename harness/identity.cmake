# Writes a C file with the hash of the libraries that all links of a build contain (base/program.h).
set(hashes "")
foreach(library IN LISTS LIBRARIES)
  file(SHA256 ${library} hash)
  string(APPEND hashes ${hash})
endforeach()
string(MD5 identity ${hashes})
file(WRITE ${OUTPUT} "#include \"base/program.h\"\n\nconst char program_build[] = \"${identity}\";\n")
