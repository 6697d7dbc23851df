import { defineCheck } from '../../check.ts'
import { judgeAnswers } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'both_keys',
  title: 'Every answer has all top-level members',
  level: 1,
  topic: 'envelope',
  requirements: ['REQ-F-004', 'REQ-F-074'],
  failureModes: [2],
  why: 'An agent tests data and error in every answer. A missing key looks like a cut answer.',
  fix: 'Write every member of the envelope in every answer, null where there is nothing to say.',
  run: (tool) => judgeAnswers(tool, 'members', 'Every answer has all members.'),
})
