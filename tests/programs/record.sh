#!/bin/sh
# record.sh RECORDED [OPTION]... FOLDER LIST: on a machine with an NVIDIA GPU, builds the programs with nvcc (or $NVCC), runs
# them, and writes their outputs to the folder RECORDED. `outside.sh --recorded RECORDED` then expects the same outputs from
# the emulated device.
[ $# -ge 3 ] || { echo "usage: record.sh RECORDED [OPTION]... FOLDER LIST" >&2; exit 2; }
recorded=$1
shift
PROGRAM_NAME=record.sh exec python3 "$(dirname "$0")/outside.py" --nvcc "${NVCC:-nvcc}" --recorded "$recorded" "$@"
