// The program c8 from npm, which is built on yargs, adapted from outside.
import { createRequire } from 'node:module'

import { adaptYargs } from 'surety/yargs'

const { buildYargs } = createRequire(import.meta.url)('c8/lib/parse-args')

await adaptYargs(buildYargs(true).scriptName('c8'), {
  errors: { COVERAGE_TOO_LOW: { exit: 'PRECONDITION', when: { message: 'does not meet' } } },
  commands: { report: { danger: 'mutating' }, 'check-coverage': { danger: 'safe' } },
}).serve()
