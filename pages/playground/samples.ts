import type { Pasted } from './read-answer.ts'

/** Answers to try, each one that misleads somebody who reads it in a hurry. */
export const SAMPLES: readonly (Pasted & { readonly name: string })[] = [
  {
    name: 'git push, cut off',
    stdout: '',
    stderr:
      'error: RPC failed; HTTP 408 curl 22 The requested URL returned error: 408\nsend-pack: unexpected disconnect while reading sideband packet\nfatal: the remote end hung up unexpectedly\nEverything up-to-date\n',
    exit: '1',
    dialect: '',
  },
  {
    name: 'A failure that exits with 0',
    stdout:
      '{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"There is no task 7."},"warnings":[],"meta":{"duration_ms":3}}',
    stderr: '',
    exit: '0',
    dialect: 'spec-1.0',
  },
  {
    name: 'A rate limit (td)',
    stdout: '',
    stderr:
      '{"ok":false,"error":{"code":"api_rate_limit","message":"Too many requests","suggestion":"Wait a minute","details":{"status":429}}}',
    exit: '1',
    dialect: '',
  },
  {
    name: 'A page of a list (contract 1.16)',
    stdout:
      '{"ok":true,"data":[{"id":1},{"id":2}],"error":null,"warnings":[],"meta":{"duration_ms":3,"pagination":{"total":40,"returned":2,"has_more":true,"next_cursor":"b2Zmc2V0OjI"}}}',
    stderr: '',
    exit: '0',
    dialect: '',
  },
  {
    name: 'An envelope of animus',
    stdout: '{"schema":"animus.cli.v1","ok":true,"data":{"id":"42","state":"done"}}',
    stderr: '',
    exit: '0',
    dialect: '',
  },
  {
    name: 'Prose and an exit of 1',
    stdout: 'Something went wrong, sorry!',
    stderr: '',
    exit: '1',
    dialect: '',
  },
]
