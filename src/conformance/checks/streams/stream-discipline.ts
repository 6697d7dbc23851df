import { defineCheck } from '../../check.ts'
import { judgeAnswers } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'stream_discipline',
  title: 'Every answer is on the stream where it belongs',
  level: 1,
  topic: 'streams',
  requirements: ['REQ-F-006'],
  failureModes: [3],
  why: 'An agent reads one stream for the answer. On the other one it is taken for a log.',
  fix: 'Write the answer, also that of a failure, to the stream that the dialect names; logs go to stderr.',
  run: (tool) => judgeAnswers(tool, 'stream', 'Every answer is on its stream.'),
})
