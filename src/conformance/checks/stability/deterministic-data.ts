import { defineCheck } from '../../check.ts'
import { compare } from '../../evidence/same-data.ts'

export const check = defineCheck({
  id: 'deterministic_data',
  title: 'The same read gives the same data',
  level: 2,
  topic: 'stability',
  requirements: ['REQ-F-020', 'REQ-F-021'],
  failureModes: [4],
  why: 'An agent compares answers to see what changed. Order that changes by itself looks like a change.',
  fix: 'Sort lists by a stable key; put times, durations and random ids into meta.',
  run: (tool) =>
    compare(
      tool,
      { repetition: 1 },
      'Another call gives other data.',
      'Each call gives the same data.',
    ),
})
