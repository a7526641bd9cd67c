#!/bin/sh
# outside.sh [OPTION]... FOLDER LIST: builds the CUDA programs of another project (a checkout in FOLDER), runs them on the
# emulated device, and prints a table of the results. outside.py describes LIST and how a result is judged.
PROGRAM_NAME=outside.sh exec python3 "$(dirname "$0")/outside.py" "$@"
