import type { Requirements } from './requirement.ts'

/** What an application may turn on. */
export const OPTION_LINES: Requirements = {
  'REQ-O-001': {
    title: 'One output flag',
    lines: [
      'json is one envelope, without colour, even at a terminal',
      'jsonl is one row a line',
      'tsv has a header and rows',
      'plain has undecorated lines',
      'every command has the flag, with one meaning',
      'json is the default without a terminal',
      'the flag has no alias',
      'the flag beats the environment',
      'rich output is no value of the flag',
      'YAML is not offered',
      'a table has no colour and falls back to ASCII',
    ],
  },
  'REQ-O-003': {
    title: 'Limit and cursor',
    lines: [
      '--limit is an upper bound',
      'a cursor gives the next page',
      'a bad cursor is a structured error',
      'cursors are URL-safe',
      'a cursor works in a new process',
      'the framework adds both flags',
      'limit, cursor and total are reported',
    ],
  },
  'REQ-O-021': {
    title: 'Destructive commands are confirmed',
    lines: [
      'without confirmation nothing changes, with exit 2 and a list',
      'with it the command runs, and meta.confirmed is true',
      '--schema has requires_confirmation',
      'other commands do not have the flag',
      '--yes is not enough',
      'the audit log notes it',
      'the framework adds the flag',
    ],
  },
  'REQ-O-033': {
    title: 'Headless sign-in flags',
    lines: [
      '--headless takes the token from the named variable',
      'no token is exit 4 and names the variable',
      'without a terminal it is headless',
      'any variable can be named',
      'the declared variables are the default',
      'the framework adds both flags',
    ],
  },
  'REQ-O-047': {
    title: 'Permissions can be checked',
    lines: [
      '--for compares the scopes of one command',
      'without --for all commands are listed',
      'more than needed is exit 0 with a warning',
      'missing scopes are exit 8 and named',
      'every command warns about more than it needs',
      'no scopes are never too many',
      'the warnings are in the audit log',
    ],
  },
  'REQ-O-048': {
    title: 'Safe defaults preview',
    lines: [
      'without --live nothing changes',
      'with --live the work is done',
      'meta.dry_run is always there',
      'the manifest shows safe_default',
      'safe_default without a dry run is refused',
      'meta says whether it was live and confirmed',
      'only destructive commands can have it',
      '--schema lists --live',
    ],
  },
}
