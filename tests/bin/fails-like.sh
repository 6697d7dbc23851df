#!/bin/sh
# Fails as the program of its name does, with the words and exits of the real one: a link to it is that program.
say() { printf '%s\n' "$@" >&2; }
case "${0##*/} $*" in
'yq . bad.yaml')
  say 'yq: Error running jq: ParserError: while parsing a flow sequence' '  in "bad.yaml", line 1, column 4'
  exit 1 ;;
'yq -e .a good.yaml') echo null; exit 1 ;;
'yq --nope')
  say 'jq: Unknown option --nope' 'Use jq --help for help with command-line options,'
  exit 2 ;;
'npm ls')
  say 'npm warn Unknown user config "x". This will stop working in the next major version of npm.'
  case "${PWD##*/}" in
  broken) say 'npm error code EJSONPARSE' 'npm error JSON.parse Failed to parse root package.json' ;;
  *) say 'npm error code ELSPROBLEMS' 'npm error missing: left-pad@^1.0.0, required by x@1.0.0' 'npm error A complete log of this run can be found in: /x.log' ;;
  esac
  exit 1 ;;
'npm install')
  say 'Something else went wrong' 'npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported'
  exit 1 ;;
'npm frob') printf 'Unknown command: "frob"\n\nTo see a list of supported npm commands, run:\n  npm help\n'; exit 1 ;;
'unzip -l bad.zip')
  say '  End-of-central-directory signature not found.  Either this file is not' \
    'unzip:  cannot find zipfile directory in one of bad.zip or' \
    '        bad.zip.zip, and cannot find bad.zip.ZIP, period.'
  exit 9 ;;
'unzip -l nope.zip') say 'unzip:  cannot find or open nope.zip, nope.zip.zip or nope.zip.ZIP.'; exit 9 ;;
'make ') say 'make: *** No targets specified and no makefile found.  Stop.'; exit 2 ;;
'make nope') say "make: *** No rule to make target 'nope'.  Stop."; exit 2 ;;
'make --nope') say "make: unrecognized option '--nope'" 'Usage: make [options] [target] ...'; exit 2 ;;
# A recipe ran before, and it is cp that was given a wrong option.
'make install') echo 'touch done'; say "cp: unrecognized option '--nope'" 'make: *** [Makefile:3: install] Error 1'; exit 2 ;;
'gh pr list')
  if [ -n "$CI" ]; then say 'gh: To use GitHub CLI in automation, set the GH_TOKEN environment variable.'
  else say 'To get started with GitHub CLI, please run:  gh auth login'; fi
  exit 4 ;;
'curl '*/401) say 'curl: (22) The requested URL returned error: 401'; exit 22 ;;
'curl '*/503) say 'curl: (22) The requested URL returned error: 503'; exit 22 ;;
'curl '*/hang) say 'curl: (28) Operation timed out after 1001 milliseconds with 0 bytes received'; exit 28 ;;
'curl '*/refused) say "curl: (7) Failed to connect to 127.0.0.1 port 1 after 0 ms: Couldn't connect to server"; exit 7 ;;
esac
say "${0##*/}: there is no case for these words: $*"
exit 99
