import { PassThrough, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { createPrompts } from './prompts.ts'

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode() {} })
  let text = ''
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  return { input, output, text: () => text }
}

/** Types keys one after the other, once the question is shown. */
async function type({ input, text }: ReturnType<typeof terminal>, ...keys: readonly string[]) {
  while (text() === '') await sleep(10)
  for (const key of keys) {
    await sleep(60)
    input.write(key)
  }
}

describe('prompts at a terminal', () => {
  it('accept a yes', async () => {
    const at = terminal()
    const { input, output, text } = at
    void type(at, 'y')
    await expect(createPrompts({ input, output, isTty: true }).confirm('Really?')).resolves.toBe(
      true,
    )
    expect(text()).toContain('Really?')
  })

  it('accept a line of text', async () => {
    const at = terminal()
    const { input, output } = at
    void type(at, 'a', 'b', '\r')
    await expect(createPrompts({ input, output, isTty: true }).text('Name')).resolves.toBe('ab')
  })

  it('accept a choice', async () => {
    const at = terminal()
    const { input, output } = at
    void type(at, '\u001b[B', '\r')
    const prompts = createPrompts({ input, output, isTty: true })
    await expect(prompts.select('Region', ['eu', 'us'])).resolves.toBe('us')
  })

  it('never show a password', async () => {
    const at = terminal()
    const { input, output, text } = at
    void type(at, 'q', 'z', '\r')
    await expect(createPrompts({ input, output, isTty: true }).password('Secret')).resolves.toBe(
      'qz',
    )
    expect(text()).not.toMatch(/[qz]/)
  })

  it('fail with INTERRUPTED when they are cancelled', async () => {
    const at = terminal()
    const { input, output } = at
    void type(at, '\u0003')
    const asked = createPrompts({ input, output, isTty: true }).confirm('Really?')
    await expect(asked).rejects.toMatchObject({ code: 'INTERRUPTED' })
  })
})

describe('prompts without a terminal', () => {
  it('fail at once and name the flag (REQ-F-009)', async () => {
    const { input, output, text } = terminal()
    const asked = createPrompts({ input, output, isTty: false }).confirm('Really?', {
      flag: '--yes',
    })
    await expect(asked).rejects.toMatchObject({
      code: 'INPUT_REQUIRED',
      exit: 'PRECONDITION',
      facts: { phase: 'validation', suggestion: 'Give the answer with --yes.' },
    })
    expect(text()).toBe('')
  })
})
