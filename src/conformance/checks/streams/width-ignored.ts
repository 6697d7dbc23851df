import { defineCheck } from '../../check.ts'
import { sameData } from '../../evidence/same-data.ts'

export const check = defineCheck({
  id: 'width_ignored',
  title: 'Answers do not depend on the width of a terminal',
  level: 2,
  topic: 'streams',
  requirements: ['REQ-F-056'],
  failureModes: [8],
  why: 'A value that is wrapped or cut at 20 columns is another value.',
  fix: 'Wrap and cut only for terminals.',
  run: (tool) => sameData(tool, { COLUMNS: '20', LINES: '5' }, 'with 20 columns'),
})
