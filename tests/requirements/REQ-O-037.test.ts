import { beforeAll, describe, expect, it } from 'vitest'

import { calls } from '../e2e/processes/run-lower.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('--unmask', () => {
  let [masked, raw, hidden, open, manifest]: Loose[] = []
  beforeAll(async () => {
    const { answers } = await calls(
      [
        { _cmd: 'token' },
        { _cmd: 'token', _opts: { unmask: true } },
        { _cmd: 'token-fails' },
        { _cmd: 'token-fails', _opts: { unmask: true } },
        { _cmd: 'manifest' },
      ],
      { env: { LOWER_UNMASK: '1', UNMASK: '1' } },
    )
    ;[masked, raw, hidden, open, manifest] = answers
  })

  it('is off, and no variable turns it on', () => {
    expect(masked!['data'].key).toBe('[KEY: ghp_aB3a...]')
  })

  it('shows the whole value of every masked member', () => {
    expect(raw!['data']).toEqual({ key: `ghp_${'aB3'.repeat(12)}` })
  })

  it('is described as something that reveals secrets', () => {
    expect(manifest!['data'].flags.unmask.description).toContain('sensitive')
  })

  it('keeps the words of others in their labelled context, without tokens of services', () => {
    for (const { error } of [hidden!, open!]) {
      expect(error.context).toMatchObject({ _trusted: false, text: expect.stringMatching(/^key /) })
      expect(error.context.text).not.toContain('aB3aB3')
    }
  })
})
