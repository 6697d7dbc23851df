import { expect, it } from 'vitest'

import type { Capture } from '../../dialect.ts'
import { translate } from '../../read-capture.ts'

const envelope = (members: object, exit_code = 0) => ({
  stdout: JSON.stringify({
    ok: exit_code === 0,
    data: {},
    error: null,
    warnings: [],
    meta: { exit_code, duration_ms: 1 },
    ...members,
  }),
  stderr: '',
  exit_code,
})

async function through(capture: Capture, from: string, to: string) {
  const { encoded, losses } = await translate(capture, from, to, { stow: 'exact' })
  return { ...encoded, losses }
}

const documentOf = ({ stdout }: { readonly stdout: string }): unknown => JSON.parse(stdout)

const WORK = {
  state: 'running',
  job_id: 'j1',
  progress: { done: 3 },
  continue_command: 'acme job wait j1',
  cancel_command: 'acme job cancel j1',
}

it('keeps the code of a warning in its text, and stows the context', async () => {
  const warning = { code: 'FIELD_TRUNCATED', message: 'cut', context: { field: 'note' } }
  const there = await through(envelope({ warnings: [warning] }), 'spec-1.16', 'spec-1.0')
  expect(documentOf(there)).toMatchObject({ warnings: ['FIELD_TRUNCATED: cut'] })
  expect(there.losses).toEqual([
    {
      pointer: '/meta/warning_context',
      kind: 'warnings',
      stowed_at: '/meta/x_envelope/restore/~1meta~1warning_context',
    },
  ])
  const back = await through(there, 'spec-1.0', 'spec-1.16')
  expect(documentOf(back)).toMatchObject({ warnings: [warning], meta: { exit_code: 0 } })
  expect(back.losses).toEqual([])
})

it('turns a page into a cursor and back', async () => {
  const pagination = { total: 9, returned: 1, truncated: true, has_more: true, next_cursor: 'c' }
  const page = envelope({ data: [1], meta: { exit_code: 0, duration_ms: 1, pagination } })
  const there = await through(page, 'spec-1.16', 'spec-1.6')
  expect(documentOf(there)).toMatchObject({ meta: { cursor: 'c', truncated: true } })
  const back = await through(there, 'spec-1.6', 'spec-1.16')
  expect(documentOf(back)).toEqual(documentOf(page))
})

it('writes facts about a failure as context, and moves data beside it where there is no room', async () => {
  const error = { code: 'HALF', message: 'm', retryable: false, context: { left: 3 }, cause: 'c' }
  const failure = envelope({ data: [1], error, meta: { exit_code: 3, duration_ms: 1 } }, 3)
  const there = await through(failure, 'spec-1.16', 'spec-1.6')
  expect(documentOf(there)).toMatchObject({
    data: null,
    error: { details: { left: 3, data: [1] }, cause: 'c' },
  })
  expect(there.losses).toMatchObject([{ pointer: '/data', kind: 'failure_data' }])
  const back = await through(there, 'spec-1.6', 'spec-1.16')
  expect(documentOf(back)).toEqual(documentOf(failure))
})

it('ends incomplete work with a plain failure in the other generations, and finds it again', async () => {
  const error = { code: 'INCOMPLETE', message: 'Not done yet.', retryable: true }
  const incomplete = envelope({ data: WORK, error, meta: { exit_code: 14, duration_ms: 1 } }, 14)
  const there = await through(incomplete, 'spec-1.16', 'spec-1.6')
  expect(there.exit_code).toBe(1)
  expect(there.losses.map(({ pointer }) => pointer)).toEqual(['/data', '/exit'])
  const back = await through(there, 'spec-1.6', 'spec-1.16')
  expect(back.exit_code).toBe(14)
  expect(documentOf(back)).toEqual(documentOf(incomplete))
})

it.each([
  ['a timeout of 1.0, which may have written something', 10, 'TIMEOUT', false],
  ['a service that is down', 12, 'UNAVAILABLE', true],
  ['input that must be corrected first', 3, 'ARG_ERROR', false],
])('retries the identical call only: %s', async (_name, exit_code, code, retryable) => {
  const error = { code, message: 'm', retryable: true }
  const meta = { duration_ms: 1 }
  const stdout = JSON.stringify({ ok: false, data: null, error, warnings: [], meta })
  const capture = { stdout, stderr: '', exit_code }
  const { stdout: written } = await through(capture, 'spec-1.0', 'spec-1.16')
  expect(JSON.parse(written)).toMatchObject({ error: { retryable } })
})
