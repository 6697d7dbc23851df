import { describe, expect, it } from 'vitest'
import { z } from 'zod'

import { s, type StandardSchema } from '../../../schema/index.ts'
import { runCli, type RunCliOptions } from '../../../testing/index.ts'
import { defineCli } from '../../index.ts'

const tail = (output: StandardSchema | undefined, rows: readonly unknown[], more: object = {}) =>
  defineCli({
    name: 'tail',
    description: 'Follows builds',
    danger: 'safe',
    errors: { BROKEN: 'UNAVAILABLE' },
    ...(output && { output }),
    async *run({ fail }: { fail: (code: 'BROKEN', message: string) => never }) {
      for (const row of rows) yield row === 'fail' ? fail('BROKEN', 'It broke.') : row
    },
    ...more,
  } as never)
const ROWS = [{ build: 1 }, { build: 2 }]
const row = s.object({ build: s.integer() })
const at: RunCliOptions = { tty: true, columns: 40, env: { NO_COLOR: '1' } }

describe('the output schema of a stream', () => {
  it.each([
    ['one row', row],
    ['the list', s.array(row)],
    ['one row, in zod', z.object({ build: z.int() })],
    ['the list, in zod', z.array(z.object({ build: z.int() }))],
  ])('describes %s', async (_name, output) => {
    expect((await runCli(tail(output, ROWS), [])).outcome.data).toEqual(ROWS)
    const lines = await runCli(tail(output, ROWS), ['--format', 'jsonl'])
    expect(lines.stdout).toMatch(/^\{"build":1\}\n\{"build":2\}\n\{"ok":true/)
    const wrong = await runCli(tail(output, [ROWS[0], { build: 'x' }]), ['--format', 'jsonl'])
    expect(wrong.stdout).toMatch(/^\{"build":1\}\n\{"ok":false.*OUTPUT_INVALID/)
  })
})

describe('a stream at a terminal', () => {
  it('shows each row once, then what there is to say about them', async () => {
    const { stdout, stderr } = await runCli(tail(row, ROWS, { list: true }), ['--limit', '1'], at)
    expect(stdout).toBe('Build\n─────\n    1\n')
    expect(stderr).toMatch(/^\n1 shown, more available\n?.*next: tail --limit 1 --cursor /s)
  })

  it('shows the rows before a failure', async () => {
    const { stdout, stderr } = await runCli(tail(undefined, ['a', 'b', 'fail']), [], at)
    expect(stdout).toBe('a\nb\n')
    expect(stderr).toMatch(/^\n✗ It broke\./)
  })

  it('never sends a control character that JSON leaves as it is, and loses none', async () => {
    const rows = [{ text: '\u009b31mred\u001b[0m' }]
    const { stdout } = await runCli(tail(undefined, rows), ['--format', 'jsonl'], at)
    expect(stdout).toContain(String.raw`{"text":"\u009b31mred\u001b[0m"}`)
    expect(JSON.parse(stdout.split('\n')[0]!)).toEqual(rows[0])
  })

  it('says that there are none', async () => {
    expect((await runCli(tail(row, []), [], at)).stdout).toBe('No results.\n')
  })

  it('waits for all of them where a view or --fields needs them', async () => {
    const view = { view: (rows: readonly object[]) => ({ rows: rows.length }) }
    expect((await runCli(tail(row, ROWS, view), [], at)).stdout).toBe('Rows  2\n')
    const fields = await runCli(tail(undefined, [{ a: 1, b: 2 }]), ['--fields', 'a'], at)
    expect(fields.stdout).toBe('A\n─\n1\n')
  })
})
