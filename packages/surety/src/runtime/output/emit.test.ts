import { describe, expect, test } from 'vitest'

import { fail, succeed, type JsonValue } from '../../contract/index.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import type { OutputRequest } from '../run/output-request.ts'
import type { Run } from '../run/run-state.ts'
import { channelOf, type Channel } from './emit.ts'

interface Facts {
  readonly output?: Partial<OutputRequest>
  readonly command?: Partial<CommandDeclaration>
  readonly end?: RunEnd
  readonly file?: string
  readonly onStdout?: Run['onStdout']
  readonly phase?: Run['phase']
  readonly meta?: Readonly<Record<string, JsonValue>>
  readonly isFailure?: boolean
  readonly isInProcess?: boolean
}

const version: RunEnd = { kind: 'text', text: 'demo 1.0.0', data: {} }
const help: RunEnd = { kind: 'help', text: 'Usage', outcome: { data: null, failure: null } }
const onStdout = { kind: 'lines', bytes: 5, report: undefined } as const
const current = { endsStreams: true }
const human = { format: 'human' } as const
const counted = { dialect: 'incur-compact', isMeasured: true } as const

const CASES: readonly (readonly [expected: Channel, what: string, facts: Facts])[] = [
  ['json', 'data', {}],
  ['json', 'a failure', { isFailure: true }],
  ['people', 'data at a terminal', { output: human }],
  ['people', 'a failure at a terminal', { output: human, isFailure: true }],
  ['format', 'data as YAML', { output: { format: 'yaml' } }],
  ['format', 'rows of older contracts', { output: { format: 'jsonl' } }],
  ['json', 'the last record of such rows', { output: { format: 'jsonl' }, meta: { stream: {} } }],
  ['data', 'a call in the same process', { isInProcess: true }],
  ['data', 'a version in the same process', { isInProcess: true, end: version }],
  ['text', 'a version', { end: version }],
  ['json', 'a version as JSON', { end: version, output: { isExplicit: true } }],
  ['text', 'a version as text', { end: version, output: { isExplicit: true, format: 'plain' } }],
  ['text', 'help at a terminal', { end: help, output: human }],
  ['json', 'help in a pipe', { end: help }],
  ['rows', 'rows', { output: { ...current, format: 'jsonl' } }],
  ['rows', 'rows that failed', { output: { ...current, format: 'jsonl' }, isFailure: true }],
  ['filter', 'a filter', { command: { filter: 'lines' } as never, onStdout }],
  ['json', 'a filter that wrote nothing', { command: { filter: 'lines' } as never }],
  [
    'filter',
    'a filter that failed after lines',
    { command: { filter: 'lines' } as never, onStdout, isFailure: true },
  ],
  [
    'filter',
    'a protocol that failed',
    { command: { filter: { protocol: 'lsp' } }, isFailure: true, output: human },
  ],
  [
    'rows',
    'rows of a filter',
    {
      command: { filter: 'lines' } as never,
      output: { ...current, format: 'jsonl' },
      onStdout,
    },
  ],
  ['tokens', 'the tokens of an error', { output: counted, isFailure: true }],
  ['json', 'the tokens of data', { output: counted }],
  ['people', 'a cut error at a terminal', { output: { ...counted, ...human }, isFailure: true }],
  [
    'tokens',
    'a counted error at a terminal',
    { output: { ...counted, ...human, countsTokens: true }, isFailure: true },
  ],
]

describe('channelOf', () => {
  test.each(CASES)('answers by %s: %s', (expected, _what, facts) => {
    const { output, command, end, isFailure, isInProcess } = facts
    const run = {
      output: {
        format: 'json',
        dialect: 'spec-1.0',
        endsStreams: false,
        isFull: false,
        isExplicit: false,
        isMeasured: false,
        countsTokens: false,
        ...output,
      },
      world: isInProcess ? { takeAnswer: () => {} } : {},
      command: command ? { declaration: command } : null,
      input: {},
      onStdout: facts.onStdout ?? null,
      phase: facts.phase ?? 'execution',
      meta: facts.meta ?? {},
    } as unknown as Run
    const outcome = isFailure
      ? fail({ exit: 'CONFLICT', error: { code: 'TAKEN', message: 'It is taken.' } })
      : succeed({ data: {} })
    expect(channelOf(run, outcome, end)).toBe(expected)
  })
})
