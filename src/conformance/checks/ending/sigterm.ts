import { defineCheck } from '../../check.ts'
import { judgeSignal } from '../../evidence/signals.ts'

export const check = defineCheck({
  id: 'sigterm',
  title: 'SIGTERM ends a call at once, with an answer',
  level: 2,
  topic: 'ending',
  requirements: ['REQ-F-013'],
  failureModes: [16],
  why: 'An agent that stops a call needs to know that it has ended, and what was done.',
  fix: 'Handle SIGTERM: cancel the work, print the failure, exit with 143.',
  run: (tool) => judgeSignal(tool, 'SIGTERM', 143),
})
