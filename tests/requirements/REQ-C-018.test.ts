import { expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

it('systems and programs that a command needs are checked', async () => {
  const [run, doctor, one] = await Promise.all([lower(['mac']), lower(['doctor']), lower(['one'])])
  expect(run).toMatchObject({
    code: 0,
    warnings: [
      { code: 'PLATFORM_UNSUPPORTED', message: 'Command not supported on linux; expected darwin.' },
    ],
  })
  expect(one.warnings).toEqual([])
  expect(doctor.code).toBe(4)
  const checks = doctor.data['checks'] as Loose[]
  expect(checks.map(({ name, ok }) => [name, ok] as unknown)).toEqual([
    ['no-such-tool', false],
    ['node', false],
    ['sh', true],
  ])
})
