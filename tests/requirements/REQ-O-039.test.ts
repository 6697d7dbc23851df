import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

describe('--input-file', () => {
  it('REQ-O-039/1,2,3,4,5,6,7,9,10: reads a file instead of stdin', async () => {
    const large = join(folder(), 'large')
    writeFileSync(large, `${'x'.repeat(1023)}\n`.repeat(10_240))
    const pipe = join(folder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const [whole, lines, dash, dashed, tooLarge, slow, manifest] = await Promise.all([
      optional(['whole', '--input-file', large], { input: 'of stdin' }),
      optional(['lines', '--input-file', large]),
      optional('whole --input-file -', { input: 'of stdin' }),
      optional('lines --input-file -', { input: 'a\nb\n' }),
      optional('whole', { input: readFileSync(large) }),
      (async () => {
        const end = createWriteStream(pipe)
        end.write('first\n')
        // The rest of the file is written after its first line was handled.
        return optional(['lines', '--input-file', pipe], { whenReady: () => end.end('second\n') })
      })(),
      optional('manifest'),
    ])
    expect(whole.data).toEqual({ bytes: 10_485_760 })
    expect(lines.data).toEqual({ lines: 10_240, bytes: 10_475_520 })
    expect([dash.data, dashed.data]).toEqual([{ bytes: 8 }, { lines: 2, bytes: 2 }])
    expect(tooLarge).toMatchObject({ code: 2, error: { code: 'STDIN_TOO_LARGE' } })
    expect(tooLarge.error['suggestion']).toContain('--input-file')
    expect(slow.data).toEqual({ lines: 2, bytes: 11 })
    expect(Object.keys(whole.envelope)).toEqual(Object.keys(dash.envelope))
    const { commands } = manifest.data
    expect(commands.whole).toMatchObject({
      stdin: { mode: 'buffered' },
      flags: { 'input-file': { type: 'string', required: false } },
    })
    expect(commands.lines.stdin).toEqual({ mode: 'lines' })
    expect(commands.look.flags).not.toHaveProperty('input-file')
    const page = readFileSync('docs/framework/stdin.md', 'utf8')
    expect(page).toContain('Callers with more than 64 KB use `--input-file`')
  })
})
