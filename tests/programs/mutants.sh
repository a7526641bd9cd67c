#!/bin/sh
# mutants.sh [OPTION]...: makes errors in the device headers and the rules, runs the programs on the emulated device, and prints a
# table of the errors that they notice. mutants.py describes the errors and how a program's result is judged.
PROGRAM_NAME=mutants.sh PYTHONDONTWRITEBYTECODE=1 exec python3 "$(dirname "$0")/mutants.py" "$@"
