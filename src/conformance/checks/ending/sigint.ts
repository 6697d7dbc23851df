import { defineCheck } from '../../check.ts'
import { judgeSignal } from '../../evidence/signals.ts'

export const check = defineCheck({
  id: 'sigint',
  title: 'SIGINT ends a call at once, with an answer',
  level: 2,
  topic: 'ending',
  requirements: ['REQ-F-069'],
  failureModes: [16],
  why: 'An agent that stops a call needs to know that it has ended, and what was done.',
  fix: 'Handle SIGINT: cancel the work, print the failure, exit with 130.',
  run: (tool) => judgeSignal(tool, 'SIGINT', 130),
})
