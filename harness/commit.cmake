# Writes commit.h: which source a binary is made of, as results record it. Run at every build. Tags are excluded: not
# every clone has them, and a release is the same from all clones. --git-dir: git finds no repository around an unpacked
# archive, and trusts a clone of another user.
execute_process(COMMAND git --no-optional-locks --git-dir=.git --work-tree=. describe --always --dirty --abbrev=12 --exclude=*
  WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define SLIDEBENCH_COMMIT \"${commit}\"\n") # touched only if it differs
