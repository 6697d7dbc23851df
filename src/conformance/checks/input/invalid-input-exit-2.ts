import { defineCheck } from '../../check.ts'
import { judgeRefusals } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'invalid_input_exit_2',
  title: 'Invalid input ends with the exit code of invalid input',
  level: 1,
  topic: 'input',
  requirements: ['REQ-F-002'],
  failureModes: [14, 1],
  why: 'An agent corrects its call only if the exit says that the call was wrong. General errors make it give up or repeat.',
  fix: 'Validate everything first, and exit with ARG_ERROR (2; 3 in contract 1.0) for whatever is refused.',
  run: (tool) => judgeRefusals(tool, tool.probes('invalid')),
})
