import { defineCheck } from '../../check.ts'
import { sameData } from '../../evidence/same-data.ts'

export const check = defineCheck({
  id: 'timezone_independent',
  title: 'Answers do not depend on the time zone',
  level: 2,
  topic: 'stability',
  requirements: ['REQ-F-005'],
  failureModes: [9],
  why: 'A local time without its zone means another moment elsewhere.',
  fix: 'Print times in UTC, in RFC 3339.',
  run: (tool) => sameData(tool, { TZ: 'Pacific/Kiritimati' }, 'in another time zone'),
})
