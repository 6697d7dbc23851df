import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../contract/index.ts'
import { jsonValues } from '../../../formats/format.suite.ts'
import { createScreen } from './screen.ts'
import { isTable, renderTable } from './table.ts'
import { widthOf } from './text-width.ts'

const wide = createScreen({ columns: 120 })

describe('a table', () => {
  it('aligns numbers to the right and shows booleans as symbols', () => {
    const { lines } = renderTable(
      [
        { name: 'api', replicas: 2, healthy: true },
        { name: 'worker', replicas: 12, healthy: false },
      ],
      wide,
    )
    expect(lines).toEqual([
      'Name    Replicas  Healthy',
      '──────  ────────  ───────',
      'api            2  ✓',
      'worker        12  ✗',
    ])
  })

  it('shows a member that only some records have', () => {
    const { lines } = renderTable([{ a: 1 }, { b: 'x' }], wide)
    expect(lines.slice(2)).toEqual(['1  –', '–  x'])
  })

  it('cuts long text before it hides a column', () => {
    const records = Array.from({ length: 20 }, (_, id) => ({
      id,
      message: 'words '.repeat(30),
      by: 'me' + id,
    }))
    const { lines, hidden } = renderTable(records, createScreen({ columns: 60 }))
    expect(hidden).toEqual([])
    expect(lines[2]).toMatch(/…\s+me0$/)
    expect(lines).toHaveLength(22)
  })

  it('wraps long text in a small table', () => {
    const { lines } = renderTable(
      [{ id: 1, message: 'one two three four five six seven' }],
      createScreen({ columns: 24 }),
    )
    expect(lines.slice(2).join(' ').replaceAll(/\s+/g, ' ')).toContain(
      'one two three four five six seven',
    )
  })

  it('hides the column with equal values first and never hides the name', () => {
    const record = (name: string, size: number) => ({
      region: 'eu-west-1-long-name',
      name,
      kind: `kind-${size}`,
      size,
    })
    const { lines, hidden } = renderTable(
      [record('api', 1), record('web', 2)],
      createScreen({ columns: 26 }),
    )
    expect(hidden).toEqual(['region'])
    expect(lines[0]).toMatch(/Name/)
  })

  it('hides columns without a value before it cuts a text', () => {
    const records = [
      { tool: 'a', modes: [], etag: null, note: 'ten words or so of text that is long' },
      { tool: 'b', modes: [], etag: null, note: 'short' },
    ]
    const at = (columns: number, hasMore?: boolean) =>
      renderTable(records, createScreen({ columns }), hasMore)
    expect(at(60).lines[0]).toBe('Tool  Modes  Etag  Note')
    expect(at(50).lines[0]).toBe('Tool  Modes  Note')
    expect(at(45).lines[0]).toBe('Tool  Note')
    expect(at(45).hidden).toEqual([])
    expect(at(50, true).lines[0]).toBe('Tool  Modes  Etag  Note')
  })

  it('neither cuts nor hides anything without a width', () => {
    const text = 'x'.repeat(500)
    const { lines, hidden } = renderTable([{ a: text, b: text, c: text }], createScreen({}))
    expect(hidden).toEqual([])
    expect(lines[2]).toBe([text, text, text].join('  '))
  })

  it('renders two hundred thousand rows', () => {
    const records = Array.from({ length: 200_000 }, (_, id) => ({ id }))
    expect(renderTable(records, wide).lines).toHaveLength(200_002)
  })

  it('renders a record with fifty thousand members', () => {
    const record = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`m${at}`, at]))
    const { lines, hidden } = renderTable([record], createScreen({ columns: 80 }))
    expect(widthOf(lines[0]!)).toBeLessThanOrEqual(80)
    expect(hidden.length).toBeGreaterThan(49_000)
  })

  it('fits the screen and contains no control characters, for any data', () => {
    const records = fc.array(
      fc.dictionary(fc.string({ minLength: 1 }), jsonValues({ loose: true }), {
        minKeys: 1,
        maxKeys: 6,
      }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(records, fc.integer({ min: 20, max: 200 }), (list, columns) => {
        const values = list as unknown as JsonObject[]
        if (!isTable(values)) return
        for (const line of renderTable(values, createScreen({ columns })).lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(columns)
          expect(line).not.toMatch(/\p{Cc}/u)
        }
      }),
    )
  })
})
