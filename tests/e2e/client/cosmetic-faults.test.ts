import { runTool } from '@surety/client'
import { expect, test } from 'vitest'

const answer = { ok: true, data: { a: 1 }, error: null, warnings: [], meta: { duration_ms: 1 } }
const { meta: _meta, ...withoutMeta } = answer
const { ok: _ok, ...withoutOk } = answer

test.each([
  ['a cursor of null', { ...answer, meta: { duration_ms: 1, cursor: null } }],
  ['a number as request_id', { ...answer, meta: { duration_ms: 1, request_id: 5 } }],
  ['a number as schema_version', { ...answer, meta: { duration_ms: 1, schema_version: 1 } }],
  ['a text as duration_ms', { ...answer, meta: { duration_ms: '5' } }],
  ['no meta', withoutMeta],
  ['no ok', withoutOk],
])('exit 0 with %s is a success with an anomaly', async (_fault, document) => {
  const program = `console.log(${JSON.stringify(JSON.stringify(document))})`
  const { outcome, verdict, anomalies } = await runTool([process.execPath, '-e', program], {
    dialect: 'spec-1.0',
    memory: false,
  })
  expect(outcome).toMatchObject({ ok: true, data: { a: 1 } })
  expect(verdict.kind).toBe('accept')
  expect(anomalies).toContainEqual(expect.objectContaining({ code: 'ANSWER_PROBLEM' }))
})
