#!/bin/sh
# Answers with what it is given: client/says.sh STDOUT STDERR EXIT
printf %s "$1"
printf %s "$2" >&2
exit "$3"
