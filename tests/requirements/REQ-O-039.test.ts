import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

describe('--input-file', () => {
  let large = ''
  beforeAll(() => {
    large = join(folder(), 'large')
    writeFileSync(large, `${'x'.repeat(1023)}\n`.repeat(10_240))
  })

  it('reads a file of 10 MB instead of stdin', async () => {
    const whole = await optional(['whole', '--input-file', large], { input: 'of stdin' })
    expect(whole.data).toEqual({ bytes: 10_485_760 })
  })

  it('reads stdin for a dash, with the same answer', async () => {
    const [dash, piped] = await Promise.all([
      optional('whole --input-file -', { input: 'of stdin' }),
      optional('whole', { input: 'of stdin' }),
    ])
    expect(dash.data).toEqual({ bytes: 8 })
    expect(piped.data).toEqual({ bytes: 8 })
    expect(Object.keys(dash.envelope)).toEqual(Object.keys(piped.envelope))
  })

  it('is the hint for 10 MB on stdin', async () => {
    const tooLarge = await optional('whole', { input: readFileSync(large) })
    expect(tooLarge).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
    expect(tooLarge.error['suggestion']).toContain('--input-file')
  })

  it('hands lines over before the file has ended', async () => {
    const pipe = join(folder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const end = createWriteStream(pipe)
    end.write('first\n')
    // The rest of the file is written after its first line was handled.
    const whenReady = () => end.end('second\n')
    const slow = await optional(['lines', '--input-file', pipe], { whenReady })
    expect(slow.data).toEqual({ lines: 2, bytes: 11 })
  })

  it('is documented for more than 64 KB', () => {
    const page = readFileSync('docs/framework/input.md', 'utf8')
    expect(page).toContain('Callers with more than 64 KB use `--input-file`')
  })

  it('is there for commands that declare stdin, which the manifest shows', async () => {
    const { commands } = (await optional('manifest')).data
    expect(commands.whole).toMatchObject({
      stdin: { mode: 'buffered' },
      flags: { 'input-file': { type: 'string', required: false } },
    })
    expect(commands.lines.stdin).toEqual({ mode: 'lines' })
    expect(commands.look.flags).not.toHaveProperty('input-file')
  })

  it('reads lines for a dash and from a file alike', async () => {
    const [lines, dashed] = await Promise.all([
      optional(['lines', '--input-file', large]),
      optional('lines --input-file -', { input: 'a\nb\n' }),
    ])
    expect(lines.data).toEqual({ lines: 10_240, bytes: 10_475_520 })
    expect(dashed.data).toEqual({ lines: 2, bytes: 2 })
  })
})
