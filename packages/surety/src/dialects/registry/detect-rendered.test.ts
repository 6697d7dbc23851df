import fc from 'fast-check'
import { expect, test } from 'vitest'

import { succeed } from '../../contract/index.ts'
import { writeToon } from '@surety/internal/toon-text.ts'
import { decode } from '../read-capture.ts'
import { encode } from '../encode.ts'
import { loadEncoder } from './load-dialect.ts'
import { detect, detectRendered } from './detect.ts'

const left = (stdout: string, exit_code: number) => ({ stdout, stderr: '', exit_code })

test.each([
  [
    'an error in TOON',
    'code: no_wallet\nmessage: No keystore.\nretryable: false',
    1,
    'incur-compact',
  ],
  [
    'an error in Markdown',
    '## code\n\nno_wallet\n\n## message\n\nNo keystore.',
    1,
    'incur-compact',
  ],
  [
    'the whole envelope in TOON',
    'ok: true\ndata:\n  id: 1\nmeta:\n  command: wallet list\n  duration: 5ms',
    0,
    'incur-full',
  ],
])('recognises %s', async (_what, stdout, exit, dialect) => {
  const { candidates, ambiguous } = await detectRendered(left(stdout, exit))
  expect([candidates[0]?.dialect, ambiguous]).toEqual([dialect, false])
})

test('reads such an answer without a dialect given', async () => {
  const text = await writeToon({ code: 'no_wallet', message: 'm', extra: { chain: 'base' } })
  const { dialect, outcome } = await decode(left(text, 1))
  expect(dialect).toBe('incur-compact')
  expect(outcome.error).toMatchObject({ code: 'no_wallet', details: { chain: 'base' } })
})

test.each([
  'error:\n  code: X\n  message: m',
  'success: false',
  'errors[1]{message}:\n  m',
  'id: 1\nstatus: failed',
  '## error\n\nno room',
])('takes no failure for a bare result: %j', async (stdout) => {
  expect(await detectRendered(left(stdout, 0))).toEqual({ candidates: [], ambiguous: true })
  const { dialect, outcome } = await decode(left(stdout, 0))
  expect([dialect, outcome.ok]).toEqual([null, true])
})

test.each(['fatal: not a repository', 'code: 5', 'ok: true', '| a |', '', 'code: x'])(
  'leaves %j as it is',
  async (stdout) => {
    const capture = left(stdout, 1)
    expect(await detectRendered(capture)).toEqual(detect(capture))
  },
)

test('never changes its mind about JSON, and never throws', async () => {
  const full = await loadEncoder('incur-full')
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.string(), async (data, noise) => {
      const capture = encode(succeed({ data: data as null }), full)
      expect(await detectRendered(capture)).toEqual(detect(capture))
      expect((await detectRendered(left(noise, 1))).candidates).toEqual([])
    }),
    { numRuns: 40 },
  )
})
