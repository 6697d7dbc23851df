import { PassThrough, Writable } from 'node:stream'
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
function type(input: PassThrough, ...keys: readonly string[]): void {
  keys.forEach((key, at) => setTimeout(() => input.write(key), 300 + at * 60))
}

describe('prompts at a terminal', () => {
  it('accept a yes', async () => {
    const { input, output, text } = terminal()
    type(input, 'y')
    await expect(createPrompts({ input, output, isTty: true }).confirm('Really?')).resolves.toBe(
      true,
    )
    expect(text()).toContain('Really?')
  })

  it('accept a line of text', async () => {
    const { input, output } = terminal()
    type(input, 'a', 'b', '\r')
    await expect(createPrompts({ input, output, isTty: true }).text('Name')).resolves.toBe('ab')
  })

  it('accept a choice', async () => {
    const { input, output } = terminal()
    type(input, '\u001b[B', '\r')
    const prompts = createPrompts({ input, output, isTty: true })
    await expect(prompts.select('Region', ['eu', 'us'])).resolves.toBe('us')
  })

  it('never show a password', async () => {
    const { input, output, text } = terminal()
    type(input, 'q', 'z', '\r')
    await expect(createPrompts({ input, output, isTty: true }).password('Secret')).resolves.toBe(
      'qz',
    )
    expect(text()).not.toMatch(/[qz]/)
  })

  it('fail with INTERRUPTED when they are cancelled', async () => {
    const { input, output } = terminal()
    type(input, '\u0003')
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
