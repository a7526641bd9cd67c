# cmake -DNM= -DFILES= -DOUTPUT= -P: writes a linker script in which every function that FILES define is another name of
# rocm_bindgen_start_compiler, unless the program defines it.
execute_process(COMMAND ${NM} --defined-only --extern-only --format=posix ${FILES} OUTPUT_VARIABLE symbols
  COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n ]+ T " symbols "${symbols}")
list(TRANSFORM symbols REPLACE "^([^ ]+) T $" "PROVIDE(\\1 = rocm_bindgen_start_compiler)")
list(JOIN symbols ";\n" script)
file(WRITE ${OUTPUT} "${script};\n")
