import { defineCheck } from '../../check.ts'
import { judgeAnswers, judgeUnknownAnswers } from '../../evidence/answers.ts'

export const check = defineCheck({
  id: 'json_envelope',
  title: 'Every answer is a valid envelope',
  level: 1,
  topic: 'envelope',
  requirements: ['REQ-F-003', 'REQ-F-004', 'REQ-F-006', 'REQ-C-013'],
  failureModes: [2, 3, 18],
  why: 'An agent parses the answer. What does not parse, or breaks the schema, is guesswork.',
  fix: 'Print one document of the dialect whenever stdout is not a terminal, without a flag that asks for it.',
  run: (tool) =>
    tool.subject.dialect === null
      ? judgeUnknownAnswers(tool)
      : judgeAnswers(tool, 'shape', 'Every answer fits the schema.'),
})
