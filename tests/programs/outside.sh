#!/bin/sh
# outside.sh [OPTION]... FOLDER LIST: builds and runs CUDA programs of another project on the emulated device, judges them, and
# prints a table. outside.py describes LIST and how programs are judged.
PROGRAM_NAME=outside.sh exec python3 "$(dirname "$0")/outside.py" "$@"
