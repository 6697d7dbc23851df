import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { runTool } from '@surety/client'
import { expect, test } from 'vitest'

import { setUpCalls } from './scripted-calls.ts'

const { folder } = setUpCalls()

/** A program that counts its starts, prints one failure and ends. */
async function startsOf(name: string, document: object, exit: number, dialect: string) {
  const file = join(folder(), `${name}.log`)
  const program = `require('fs').appendFileSync(${JSON.stringify(file)}, 'x')
    console.log(${JSON.stringify(JSON.stringify(document))}); process.exitCode = ${exit}`
  const { verdict } = await runTool([process.execPath, '-e', program], {
    dialect,
    memory: false,
    sleep: async () => {},
  })
  return { starts: readFileSync(file, 'utf8').length, verdict }
}

const cause = { message: 'Connection reset', retryable: true }

test.each(['network_error', 'rpc_error'])(
  'a payment that ended with %s runs once',
  async (code) => {
    const { starts, verdict } = await startsOf(code, { code, ...cause }, 2, 'incur-compact')
    expect(verdict).toMatchObject({ kind: 'escalate', reason: 'IN_DOUBT' })
    expect(verdict.said_by).toBeUndefined()
    expect(starts).toBe(1)
  },
)

test('claw says itself that a call is safe to repeat', async () => {
  const error = { kind: 'session', operation: 'open', target: 's1', ...cause }
  const document = {
    timestamp: '2026-04-22T10:10:00Z',
    command: 'load-session',
    exit_code: 1,
    output_format: 'json',
    schema_version: '2.0',
    error: { ...error, kind: 'mcp' },
  }
  const { starts, verdict } = await startsOf('claw', document, 1, 'claw-2.0')
  expect({ starts, said_by: verdict.said_by, reason: verdict.reason }).toEqual({
    starts: 3,
    said_by: 'answer',
    reason: 'TRIES_SPENT',
  })
})
