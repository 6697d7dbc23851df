import { defineCheck } from '../../check.ts'
import { judgeAnswers } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'ok_matches_exit',
  title: 'ok is true exactly when the exit code is 0',
  level: 1,
  topic: 'envelope',
  requirements: ['REQ-F-001', 'REQ-F-004'],
  failureModes: [1, 2],
  why: 'Agents look at either. Where they contradict each other, one of two agents is wrong.',
  fix: 'Derive ok from the exit code in one place; never set it by hand.',
  run: (tool) => judgeAnswers(tool, 'ok', 'ok and the exit code agree in every answer.'),
})
