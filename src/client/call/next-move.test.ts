import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { DeclaredCommand } from '../decide/policy.ts'
import { mayCancel, mayContinue, type ContinueFacts } from './next-move.ts'

const listed = (danger: DeclaredCommand['danger']): DeclaredCommand => ({
  path: 'x',
  danger,
  exits: [],
  flags: [],
})

const facts: ContinueFacts = {
  call: ['load', 'a.tar'],
  next: ['load', 'a.tar'],
  jobId: 'j1',
  idempotencyFlag: '--idempotency-key',
  isDeclaredSafe: false,
  from: undefined,
  to: undefined,
}
const may = (more: Partial<ContinueFacts>) => mayContinue({ ...facts, ...more })

describe('a command that continues work', () => {
  test('may be the same call, with a key that the tool adds but never with another one', () => {
    const keyed = ['load', 'a.tar', '--idempotency-key=k']
    expect(may({ isDeclaredSafe: true, from: listed('safe') })).toBe(true)
    expect(may({ from: listed('destructive'), to: listed('destructive') })).toBe(true)
    expect(may({ next: [...facts.call, '--idempotency-key', 'k'] })).toBe(true)
    expect(may({ call: keyed, next: ['load', 'a.tar', '--idempotency-key', 'k'] })).toBe(true)
    expect(may({ call: keyed, next: ['load', 'a.tar', '--idempotency-key', 'k2'] })).toBe(false)
    expect(may({ call: keyed })).toBe(false)
    expect(may({ call: ['load', '--', '--idempotency-key', 'k'], next: ['load', '--'] })).toBe(
      false,
    )
  })

  test('may be job wait with the id of the job, unless the manifest calls it harmful', () => {
    const next = ['job', 'wait', 'j1']
    expect(may({ next })).toBe(true)
    expect(may({ next, isDeclaredSafe: true })).toBe(true)
    expect(may({ next, isDeclaredSafe: true, to: listed('safe') })).toBe(true)
    expect(may({ next, isDeclaredSafe: true, to: listed('mutating') })).toBe(false)
    expect(may({ next, to: listed('destructive') })).toBe(false)
    expect(may({ next: [...next, '--all'] })).toBe(false)
    expect(may({ next: ['job', 'wait', 'j2'] })).toBe(false)
  })

  test('is anything else only if the manifest lists both and it does no more harm', () => {
    const next = ['resume', 'j1']
    expect(may({ next })).toBe(false)
    expect(may({ next, to: listed('safe') })).toBe(false)
    expect(may({ next, from: listed('mutating'), to: listed('mutating') })).toBe(true)
    expect(may({ next, from: listed('safe'), to: listed('mutating') })).toBe(false)
    expect(may({ next, from: listed('mutating'), to: listed('safe'), isDeclaredSafe: true })).toBe(
      true,
    )
    expect(may({ next, from: listed('destructive'), to: listed('destructive') })).toBe(false)
  })

  test('never does more than a call that only reads, whatever its words are', () => {
    const words = fc.array(fc.constantFrom('load', 'a.tar', 'job', 'wait', 'j1', 'rm', '--all'))
    const danger = fc.constantFrom('mutating' as const, 'destructive' as const)
    fc.assert(
      fc.property(words, danger, (next, level) => {
        fc.pre(next.join(' ') !== facts.call.join(' '))
        expect(may({ next, from: listed('safe'), to: listed(level) })).toBe(false)
      }),
    )
  })
})

test('a command that cancels is job cancel with the id of the job, and never of a call that only reads', () => {
  const next = ['job', 'cancel', 'j1']
  expect(mayCancel({ ...facts, next })).toBe(true)
  expect(mayCancel({ ...facts, next, from: listed('mutating'), to: listed('mutating') })).toBe(true)
  expect(mayCancel({ ...facts, next, isDeclaredSafe: true })).toBe(false)
  expect(mayCancel({ ...facts, next, from: listed('safe'), to: listed('mutating') })).toBe(false)
  expect(mayCancel({ ...facts, next: ['job', 'cancel', '--all'] })).toBe(false)
})
