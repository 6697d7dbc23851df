import { beforeAll, describe, expect, it } from 'vitest'

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
  let [masked, raw, pin]: Awaited<ReturnType<typeof together>>['answers'][number][] = []
  beforeAll(async () => {
    const { answers } = await together([
      call('secrets'),
      call('secrets', {}, { unmask: true }),
      call('pin'),
    ])
    ;[masked, raw, pin] = answers
  })

  it('are summarised, each kind in its way', () => {
    expect(masked!.data).toMatchObject({
      jwt: '[JWT: sub=user_123, exp=2024-03-11T15:00:00Z]',
      bytes: '[BASE64: 192 bytes]',
      key: '[KEY: ghp_aB3a...]',
    })
  })

  it('are found at any depth, and other texts stay', () => {
    expect(masked!.data).toMatchObject({
      nested: [{ deep: '[JWT: sub=x]' }],
      sha: expect.stringMatching(/^da39/),
      file: { type: 'binary', size_bytes: 60 },
      path: expect.stringContaining('production'),
    })
  })

  it('are shown on request', () => {
    expect(raw!.data['jwt']).toMatch(/^eyJ/)
    expect(raw!.data['key']).toMatch(/^ghp_aB3aB3/)
  })

  it('are summarised by declaration, whatever they look like', () => {
    expect(pin!.data).toEqual({ pin: '[MASKED: 5 characters]' })
  })
})
