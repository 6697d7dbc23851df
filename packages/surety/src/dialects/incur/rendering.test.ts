import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../contract/index.ts'
import { writeToon } from '@surety/internal/toon-text.ts'
import { writeYaml } from '@surety/internal/yaml-text.ts'
import { decode } from '../read-capture.ts'
import { toJsonCapture } from './rendering.ts'

const error = {
  code: 'no_wallet',
  message: 'No keystore for base (X): make one',
  retryable: false,
  extra: { chain: 'base', held_chains: ['solana', 'tempo'] },
  next_steps: { action: 'create_wallet', suggestion: 'Run wallet create' },
}
const full = { ok: false, error, meta: { command: 'wallet remove', duration: '5ms' } }
const result = {
  wallets: [
    { chain: 'base', n: 1 },
    { chain: 'solana', n: 2 },
  ],
  note: 'a: b',
}

describe.each([
  ['toon', writeToon],
  ['yaml', writeYaml],
] as const)('incur rendered as %s', (_name, write) => {
  it.each([
    ['incur-compact', error, 1],
    ['incur-full', full, 1],
    ['incur-compact', result, 0],
    ['incur-full', { ok: true, data: result, meta: full.meta }, 0],
  ] as const)('reads %s as it reads JSON', async (dialect, value, exit_code) => {
    const rendered = { stdout: `${await write(value)}\n`, stderr: '', exit_code }
    const json = { ...rendered, stdout: JSON.stringify(value) }
    expect(await decode(rendered, { dialect })).toEqual(await decode(json, { dialect }))
  })
})

describe.each([
  ['toon', writeToon],
  ['yaml', writeYaml],
] as const)('any result rendered as %s', (_name, write) => {
  it('reads the same as from JSON', async () => {
    const value = fc.oneof(
      fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }),
      fc.array(fc.record({ id: fc.nat(), n: fc.string() }), { minLength: 1 }),
      fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 }),
    )
    await fc.assert(
      fc.asyncProperty(value, async (any) => {
        const wanted = JSON.parse(JSON.stringify(any)) as JsonValue
        const stdout = `${await write(wanted)}\n`
        const capture = { stdout, stderr: '', exit_code: 0 }
        const { stdout: json } = await toJsonCapture(capture)
        expect(JSON.parse(String(json))).toEqual(wanted)
      }),
      { numRuns: 80 },
    )
  })
})

describe('a list in TOON', () => {
  it.each([
    [
      '[2]{id,n}:\n  1,a\n  2,b',
      [
        { id: 1, n: 'a' },
        { id: 2, n: 'b' },
      ],
    ],
    ['[3]: 1,2,3', [1, 2, 3]],
    ['[2|]: a|b', ['a', 'b']],
    ['[2]:\n  - id: 1\n  - [1]: x', [{ id: 1 }, ['x']]],
  ])('is not read as the length in its brackets: %j', async (stdout, data) => {
    const capture = { stdout, stderr: '', exit_code: 0 }
    const { outcome } = await decode(capture, { dialect: 'incur-compact' })
    expect(outcome).toMatchObject({ ok: true, data, diagnostics: { malformed: false } })
  })
})

describe('YAML that can be read as TOON', () => {
  it.each([
    ['a: {}\nb: []\n', { a: {}, b: [] }],
    [`a: 'say "hi": x'\n`, { a: 'say "hi": x' }],
    ['a: >-\n  one\n  two\n', { a: 'one two' }],
    ['path: "c:\\\\x"\nlist: [1, 2]\n', { path: 'c:\\x', list: [1, 2] }],
  ])('is read as YAML: %j', async (stdout, data) => {
    const capture = { stdout, stderr: '', exit_code: 0 }
    const { outcome } = await decode(capture, { dialect: 'incur-compact' })
    expect(outcome.data).toEqual(data)
  })
})

describe('JSON after lines that look like TOON or YAML', () => {
  it.each([
    ['Warning: low balance\n{"a":1}\n', { a: 1 }],
    ['log:\n{\n  "a": 1\n}\n', { a: 1 }],
    ['Step: 1\n[{"a":1}]\n', [{ a: 1 }]],
  ])('is found: %j', async (stdout, data) => {
    const capture = { stdout, stderr: '', exit_code: 0 }
    const { outcome } = await decode(capture, { dialect: 'incur-compact' })
    expect(outcome.data).toEqual(data)
  })
})

describe('incur rendered as Markdown', () => {
  it('reads an error from sections', async () => {
    const stdout = [
      '## code\n\nno_wallet\n',
      '## message\n\nNo keystore\n',
      '## retryable\n\nfalse\n',
      '## extra.chain\n\nbase\n',
      '## extra.held\n\nsolana,tempo\n',
      '## next_steps.action\n\ncreate_wallet\n',
    ].join('\n')
    const { outcome } = await decode(
      { stdout, stderr: '', exit_code: 1 },
      { dialect: 'incur-compact' },
    )
    expect(outcome.error).toMatchObject({
      code: 'no_wallet',
      message: 'No keystore',
      retryable: false,
      details: { chain: 'base', held: 'solana,tempo' },
      next_steps: { action: 'create_wallet' },
    })
  })

  it('reads tables of keys and values and of rows, every cell as a string', async () => {
    const flat = '| Key | Value |\n| --- | --- |\n| a | 1 |\n| b | x \\| y |\n'
    const read = async (stdout: string) =>
      (await decode({ stdout, stderr: '', exit_code: 0 }, { dialect: 'incur-compact' })).outcome
        .data
    expect(await read(flat)).toEqual({ a: '1', b: 'x | y' })
    expect(await read('| id | n |\n|---|---|\n| 1 | a |\n| 2 | b |\n')).toEqual([
      { id: '1', n: 'a' },
      { id: '2', n: 'b' },
    ])
  })
})

describe('toJsonCapture', () => {
  it.each(['', 'plain words', '{"a":1}', '{"a":1}\n{"b":2}\n', '{"cut":', '42'])(
    'leaves %j alone',
    async (stdout) => {
      const capture = { stdout, stderr: '', exit_code: 0 }
      expect(await toJsonCapture(capture)).toBe(capture)
    },
  )
})

describe('hostile Markdown', () => {
  it.each([
    ['a path without end', `## ${'a.'.repeat(500_000)}\n\nx`],
    ['a fence without end', `## a\n\n${'`'.repeat(500_000)}`],
    [
      'rows of columns that are not there',
      `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n${'|1|\n'.repeat(50_000)}`,
    ],
  ])('stays text or is read quickly: %s', async (_name, stdout) => {
    const capture = { stdout, stderr: '', exit_code: 1 }
    const { outcome } = await decode(capture, { dialect: 'incur-compact' })
    expect(outcome.ok).toBe(false)
  })
})
