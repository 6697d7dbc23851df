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

describe('--validate-only', () => {
  it('says whether the input is valid, and does nothing', async () => {
    const only = { 'validate-only': true }
    const { answers, calls } = await together([
      call('make', { name: 'foo' }, only),
      call('make', { name: 'x', count: 'many' }, only),
      call('make', { name: 'no' }, only),
      call('remove', {}, only),
      call('remove', {}, { ...only, 'confirm-destructive': true }),
      call('make', {}, { schema: true }),
    ])
    const [valid, wrong, hook, unconfirmed, confirmed, schema] = answers
    expect(calls).toBe(0)
    expect(valid).toMatchObject({ code: 0, meta: { validation_only: true } })
    expect(wrong).toMatchObject({ code: 2, meta: { validation_only: true } })
    expect(wrong!.meta['errors']).toHaveLength(2)
    expect([hook!.code, unconfirmed!.code, confirmed!.code]).toEqual([2, 2, 0])
    expect(schema!.data['flags']).toHaveProperty('validate-only')
  })

  it('promises that the same call is not refused', async () => {
    const confirm = { 'confirm-destructive': true }
    const { answers, calls } = await together([
      call('make', { name: 'foo' }),
      call('remove', {}, confirm),
    ])
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
    expect(calls).toBeGreaterThan(0)
  })
})
