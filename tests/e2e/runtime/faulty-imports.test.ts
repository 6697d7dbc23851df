import { describe, expect, it } from 'vitest'

import {
  runProgram,
  type Ended,
  type Loose,
  type ProcessOptions,
} from '../processes/run-program.ts'

const run = (program: string, how: string | undefined, options: ProcessOptions = {}) =>
  runProgram(program, ['fine'], { ...options, env: { HOW: how } })

function theEnvelope(ended: Ended): Loose {
  expect(ended.stdout.endsWith('\n')).toBe(true)
  expect(ended.stdout.trimEnd().split('\n')).toHaveLength(1)
  const [envelope] = ended.documents
  expect(Object.keys(envelope!)).toEqual(['ok', 'data', 'error', 'warnings', 'meta'])
  expect(envelope!['ok']).toBe(ended.code === 0)
  return envelope!
}

describe.each([
  ['behind the guard', 'imports/faulty-import-guarded.mjs'],
  ['while serve() loads the tool', 'imports/faulty-import-lazy.mjs'],
])('trouble at import, %s', (_place, program) => {
  it('leaves a tool without any alone', async () => {
    const ended = await run(program, undefined)
    expect(theEnvelope(ended)).toMatchObject({ data: { fine: true }, warnings: [] })
    expect(ended.stderr).toBe('')
  })

  it('REQ-F-006: noise goes to stderr, and the answer warns of it', async () => {
    const ended = await run(program, 'noise')
    expect(theEnvelope(ended)).toMatchObject({
      data: { fine: true },
      warnings: ['Something printed to stdout; it was sent to stderr.'],
    })
    expect(ended.stderr).toBe('from console\nfrom the stream\nfrom fs\nfrom a named import\n')
  })

  it.each([
    ['throw', 'thrown while loading'],
    ['throw-string', 'only a string'],
    ['reject', 'rejected while loading'],
    ['late-rejection', 'nobody listened'],
    ['timer-throw', 'thrown in a timer'],
    ['never', /can never settle/],
    ['exit', /^process\.exit\(7\) was called/],
  ])('REQ-F-004: %s ends in one envelope with exit 1', async (how, detail) => {
    const ended = await run(program, how)
    const { error } = theEnvelope(ended)
    expect(ended.code).toBe(1)
    expect(error.code).toBe('INTERNAL_ERROR')
    expect(error.detail).toMatch(detail)
  })

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('REQ-F-013: %s ends in a cancelled envelope', async (signal, code) => {
    const ended = await run(program, 'slow', { whenReady: (child) => child.kill(signal) })
    expect(theEnvelope(ended)['error'].code).toBe('CANCELLED')
    expect(ended.code).toBe(code)
  })
})

it('a guarded program that serves nothing keeps its exit code, and stdout empty', async () => {
  const ended = await run('imports/faulty-import-guarded.mjs', 'never-served')
  expect(ended).toMatchObject({ stdout: '', stderr: 'no answer at all\n', code: 0 })
})
