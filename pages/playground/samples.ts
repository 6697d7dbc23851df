import type { Pasted } from './read-answer.ts'

/** Answers to try, each one that misleads somebody who reads it in a hurry. */
export const SAMPLES: readonly (Pasted & { readonly name: string })[] = [
  {
    name: 'git push, cut off',
    command: 'git push origin main',
    stdout: '',
    stderr:
      'error: RPC failed; HTTP 408 curl 22 The requested URL returned error: 408\nsend-pack: unexpected disconnect while reading sideband packet\nfatal: the remote end hung up unexpectedly\nEverything up-to-date\n',
    exit: '1',
    dialect: '',
  },
  {
    name: 'git push, rejected',
    command: 'git push origin main',
    stdout: '',
    stderr:
      "To github.com:acme/shop.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'github.com:acme/shop.git'\nhint: Updates were rejected because the remote contains work that you do\nhint: not have locally.\n",
    exit: '1',
    dialect: '',
  },
  {
    name: 'npm, a typing mistake',
    command: 'npm run biuld',
    stdout: '',
    stderr:
      'npm error Missing script: "biuld"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\n',
    exit: '1',
    dialect: '',
  },
  {
    name: 'gh, nobody is logged in',
    command: 'gh issue list',
    stdout: '',
    stderr: 'To get started with GitHub CLI, please run:  gh auth login\n',
    exit: '4',
    dialect: '',
  },
  {
    name: 'A failure that exits with 0',
    command: '',
    stdout:
      '{"ok":false,"data":null,"error":{"code":"NOT_FOUND","message":"There is no task 7."},"warnings":[],"meta":{"duration_ms":3}}',
    stderr: '',
    exit: '0',
    dialect: 'spec-1.0',
  },
  {
    name: 'A rate limit (td)',
    command: '',
    stdout: '',
    stderr:
      '{"ok":false,"error":{"code":"api_rate_limit","message":"Too many requests","suggestion":"Wait a minute","details":{"status":429}}}',
    exit: '1',
    dialect: '',
  },
  {
    name: 'A page of a list (contract 1.16)',
    command: '',
    stdout:
      '{"ok":true,"data":[{"id":1},{"id":2}],"error":null,"warnings":[],"meta":{"duration_ms":3,"pagination":{"total":40,"returned":2,"has_more":true,"next_cursor":"b2Zmc2V0OjI"}}}',
    stderr: '',
    exit: '0',
    dialect: '',
  },
  {
    name: 'An envelope of animus',
    command: '',
    stdout: '{"schema":"animus.cli.v1","ok":true,"data":{"id":"42","state":"done"}}',
    stderr: '',
    exit: '0',
    dialect: '',
  },
  {
    name: 'Prose and an exit of 1',
    command: '',
    stdout: 'Something went wrong, sorry!',
    stderr: '',
    exit: '1',
    dialect: '',
  },
]
