import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toData, type Report } from './report.ts'
import { reportArbitrary } from './writers/report.arbitrary.ts'

test('long words of a call do not crowd out the findings', () => {
  const [report] = fc.sample(reportArbitrary, { numRuns: 1, seed: 1 })
  const [run] = report!.runs
  const long = 'x'.repeat(70_000)
  const [finding] = report!.findings
  const heavy: Report = {
    ...report!,
    findings: [
      {
        ...finding!,
        status: 'broken',
        evidence: [{ run: run!.id, says: 'No.' }],
        reproduce: `acme ${long}`,
      },
    ],
    runs: [
      { ...run!, argv: ['acme', long], command: `acme ${long}`, stdin: 'text', stdin_text: long },
    ],
  }
  const data = toData(heavy)
  expect(JSON.stringify(data).length).toBeLessThan(20_000)
  expect(data).toMatchObject({
    findings: [{ reproduce: expect.stringMatching(/^acme x+\.\.\.$/) }],
  })
})
