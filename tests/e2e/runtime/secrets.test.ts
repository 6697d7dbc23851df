import { describe, expect, it } from 'vitest'

import { runProgram, type ProcessOptions } from '../processes/run-program.ts'

const SECRET = 'hunter2-swordfish'

interface End {
  readonly name: string
  readonly exit: number
  readonly options?: ProcessOptions
}

/** Every way in which a real process ends with an answer. */
const ENDS: readonly End[] = [
  { name: 'succeed', exit: 0 },
  { name: 'fail', exit: 6 },
  { name: 'throw', exit: 1 },
  { name: 'throw-later', exit: 1 },
  { name: 'time-out', exit: 10 },
  { name: 'exit', exit: 1 },
  { name: 'fail-in-cleanup', exit: 0 },
  { name: 'wait', exit: 143, options: { whenReady: (child) => child.kill('SIGTERM') } },
  { name: 'wait', exit: 130, options: { whenReady: (child) => child.kill('SIGINT') } },
  { name: 'loop', exit: 10, options: { env: { WITH_WATCHDOG: '1' } } },
]

describe('a secret option is blacked out in whatever surrounds the data', () => {
  it.each(ENDS)('of a run that ends by $name with exit $exit', async ({ name, exit, options }) => {
    const ended = await runProgram('says-its-secret.mjs', [name, '--token', SECRET], options)
    expect(ended.code).toBe(exit)
    const [envelope] = ended.documents
    expect(envelope?.['warnings'][0]).toBe('warned of [REDACTED]')
    expect(envelope?.['meta'].remark).toEqual({ deep: ['[REDACTED]'] })
    expect(ended.stderr).toContain('logged [REDACTED]')
    expect(ended.stdout + ended.stderr).not.toContain(SECRET)
  })
})
