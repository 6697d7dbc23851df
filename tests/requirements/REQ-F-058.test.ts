import { describe, expect, it } from 'vitest'

import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runTogether } from '../e2e/processes/run-tool.ts'

const together = (lines: readonly Loose[], options?: ProcessOptions) =>
  runTogether('work.mjs', lines, options)

const call = (command: string, input: Loose = {}, flags: Loose = {}) => ({
  _cmd: command,
  _opts: flags,
  ...input,
})

describe('values that look like credentials', () => {
  it('REQ-F-058/1,2,3,4,5,6: are summarised, and shown on request', async () => {
    const { answers } = await together([
      call('secrets'),
      call('secrets', {}, { unmask: true }),
      call('pin'),
    ])
    const [masked, raw, pin] = answers
    expect(masked!.data).toMatchObject({
      jwt: '[JWT: sub=user_123, exp=2024-03-11T15:00:00Z]',
      bytes: '[BASE64: 192 bytes]',
      key: '[KEY: ghp_aB3a...]',
      sha: expect.stringMatching(/^da39/),
      nested: [{ deep: '[JWT: sub=x]' }],
      file: { type: 'binary', size_bytes: 60 },
      path: expect.stringContaining('production'),
    })
    expect(raw!.data['jwt']).toMatch(/^eyJ/)
    expect(raw!.data['key']).toMatch(/^ghp_aB3aB3/)
    expect(pin!.data).toEqual({ pin: '[MASKED: 5 characters]' })
  })
})
