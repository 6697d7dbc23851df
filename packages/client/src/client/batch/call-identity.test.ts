import { describe, expect, test } from 'vitest'

import { callKey, resolveCall } from './call-identity.ts'
import type { Invocation } from './invocation.ts'
import type { RunOptions } from '../options.ts'

const base: Invocation = {
  id: 'a',
  argv: ['sh', '-c', 'deploy $ENVX ${REGION:-x} %SITE%', 'STAGE'],
}
const environment = { ENVX: 'staging', REGION: 'eu', SITE: 's', STAGE: '1', OTHER: 'o' }

const keyOf = (more: Partial<Invocation>, options: RunOptions = {}, env: object = {}): string =>
  callKey(resolveCall({ ...base, ...more }, options), 0, { ...environment, ...env })

describe('the key of a call', () => {
  const key = keyOf({})

  test.each<[string, string]>([
    ['another command line', keyOf({ argv: ['sh', '-c', 'deploy'] })],
    ['another folder', keyOf({ cwd: '/tmp' })],
    ['another folder of the batch', keyOf({}, { cwd: '/tmp' })],
    ['another variable in the line', keyOf({ env: { ENVX: 'prod' } })],
    ['another variable of the batch', keyOf({}, { env: { X: '1' } })],
    ['another value of a variable that it names', keyOf({}, {}, { ENVX: 'prod' })],
    ['another value of a variable in braces', keyOf({}, {}, { REGION: 'us' })],
    ['another value of a variable in percent signs', keyOf({}, {}, { SITE: 't' })],
    ['another value of a variable that is a word', keyOf({}, {}, { STAGE: '2' })],
    ['another dialect', keyOf({ dialect: 'plain' })],
    ['another dialect of the batch', keyOf({}, { dialect: 'plain' })],
    ['more pages', keyOf({}, { pages: 'all' })],
    ['another idempotency key', keyOf({ idempotency_key: 'k' })],
    ['another id', keyOf({ id: 'b' })],
  ])('differs with %s', (_what, other) => {
    expect(other).not.toBe(key)
  })

  test.each<[string, string]>([
    ['another limit', keyOf({ timeout_ms: 1 })],
    ['a declaration that it is safe', keyOf({ safety: 'safe' })],
    ['a declaration for the whole batch', keyOf({}, { safety: 'idempotent', timeoutMs: 5 })],
    ['a variable that it does not name', keyOf({}, {}, { OTHER: 'x' })],
    ['the folder written out', keyOf({ cwd: process.cwd() })],
  ])('stays the same with %s', (_what, other) => {
    expect(other).toBe(key)
  })

  test('does not depend on the order of variables', () => {
    expect(keyOf({ env: { A: '1', B: '2' } })).toBe(keyOf({ env: { B: '2', A: '1' } }))
  })
})
