import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { FoundCommand } from '../../manifest/declared-command.ts'
import {
  isSameCall,
  whyUnknown,
  whyUnknownFix,
  whyUnknownWork,
  type CommandFacts,
  type WorkFacts,
} from './known-command.ts'

const listed = (danger: FoundCommand['danger'], length = 1): FoundCommand => ({
  path: 'x',
  length,
  danger,
  exits: [],
  flags: [],
})
const words = (line: string) => line.split(' ')
const programs = new Set(['touch', 'rm', 'job.sh'])
const base: CommandFacts = {
  elsewhere: false,
  call: ['list'],
  next: ['items', 'list'],
  isDeclaredSafe: false,
  hasManifest: false,
  from: undefined,
  to: undefined,
  isUnlisted: false,
  namesFile: (word) => programs.has(word),
  isRunner: false,
}

describe('a replacement by a tool without a manifest', () => {
  const why = (call: string, next: string, more: Partial<CommandFacts> = {}) =>
    whyUnknown({ ...base, call: words(call), next: words(next), ...more })

  test.each([
    ['list', 'items list'],
    ['list --all', 'items list --all'],
    ['users list ada', 'people list ada'],
    ['ls', 'list'],
    ['items list', 'list'],
    ['/home user --name=x', '/home new user --name=x'],
    ['ls', 'items list'],
    ['rm ada', 'remove ada'],
    ['user create --name ada', 'users add --name=ada'],
    ['user create --name=ada --all', 'users add --name ada --all'],
    ['user create --name ada', 'people add --name ada'],
    // What the founding document renames, where coreutils has a program of that name.
    ['user create --name ada', 'touch add --name ada'],
  ])('is known if its command words differ: %s → %s', (call, next) => {
    expect(why(call, next)).toBeUndefined()
  })

  test.each([
    ['1 ./tool', '1 touch PWN'],
    ['tool list', 'touch tool list'],
    ['touch list', 'list'],
    ['list', 'destroy --all'],
    ['user create --name ada', 'users add --name=bob'],
    ['user create --name ada', 'users add --name=ada --force=yes'],
    ['user create -- --name ada', 'users add -- --name=ada'],
    ['user create --name ada', 'users add --name=--force'],
    ['list --dry-run', 'list'],
    ['--env staging list', '--env prod list'],
    ['deploy --env staging', 'deploy --env prod'],
    ['exec box tool list', 'kill victim list'],
    ['exec box tool list', 'prune'],
    ['list', './items list'],
    ['list', 'A=1 list'],
    ['list', 'https://example.org/x list'],
    ['list', '-- list'],
    ['list', 'a new name list'],
    ['list', 'destroy everything now'],
  ])('is another program if more does: %s → %s', (call, next) => {
    expect(why(call, next)).toBe('elsewhere')
  })

  test('is another program if the tool runs what its words name', () => {
    const [call, next] = ['user create --name ada', 'touch add --name ada']
    expect(why(call, next, { isRunner: true })).toBe('elsewhere')
    expect(why('user rm --name ada', next)).toBe('elsewhere')
  })

  test('is never known for a call that only reads, or if it is another program', () => {
    expect(why('list', 'items list', { isDeclaredSafe: true })).toBe('unsafe')
    expect(why('list', 'items list', { elsewhere: true })).toBe('elsewhere')
  })
})

describe('a replacement by a tool with a manifest', () => {
  const why = (call: string, next: string, more: Partial<CommandFacts> = {}) =>
    whyUnknown({ ...base, hasManifest: true, call: words(call), next: words(next), ...more })
  const both = { from: listed('mutating'), to: listed('mutating', 2) }
  const moved = { isUnlisted: true, to: listed('mutating', 3) }

  test('is known as what became of a command that the manifest no longer lists', () => {
    expect(why('touch x', 'a new path x', moved)).toBeUndefined()
    expect(why('user add --name ada', 'a new path --name ada', moved)).toBeUndefined()
  })

  test.each([
    ['destroys', 'old x', 'a new path x', { to: listed('destructive', 3) }],
    ['replaces a call that may only read', 'old x', 'a new path x', { isDeclaredSafe: true }],
    ['has an option more', 'old x', 'a new path x --all', {}],
    ['has an option less', 'old x --dry-run', 'a new path x', {}],
    ['has another value', 'old thing x', 'a new path y', {}],
    ['is not listed', 'old x', 'a new path x', { to: undefined }],
    ['replaces what may be a command', 'old x', 'a new path x', { isUnlisted: false }],
    ['replaces what is no path', 'old ./x', 'a new path', {}],
  ])('is not known as that if it %s', (_why, call, next, more) => {
    expect(why(call, next, { ...moved, ...more })).toBe('unsafe')
  })

  test('is known if it is listed, no more dangerous, and has the arguments of the call', () => {
    expect(why('add ada --json', 'people add ada --json', both)).toBeUndefined()
    expect(why('touch x', 'rm x', { ...both, to: listed('mutating') })).toBeUndefined()
    expect(why('old x', 'people list x', { to: listed('safe', 2) })).toBeUndefined()
  })

  test.each<[string, string, string, Partial<CommandFacts>]>([
    ['is not listed', 'list', '--json rm', {}],
    ['replaces a call that is not listed', 'old x', 'people add x', { to: listed('mutating', 2) }],
    ['is more dangerous', 'add x', 'rm x', { from: listed('mutating'), to: listed('destructive') }],
    ['changes', 'add x', 'rm x', { ...both, to: listed('mutating'), isDeclaredSafe: true }],
    ['has another argument', 'rm a', 'wipe b', { from: listed('safe'), to: listed('safe') }],
    ['has fewer arguments', 'rm a', 'wipe', { from: listed('safe'), to: listed('safe') }],
    ['has one flag more', 'add a', 'people add a --yes', both],
    ['has one flag less', 'add a --dry-run', 'people add a', both],
    ['has the flag before', 'add a', '--confirm-destructive people add a', both],
  ])('is not known if it %s', (_why, call, next, more) => {
    expect(why(call, next, more)).toBe('unsafe')
  })

  test('never does more than a call that only reads, whatever its words are', () => {
    const some = fc.array(fc.constantFrom('load', 'a.tar', 'job', 'wait', 'j1', 'rm', '--all'))
    const danger = fc.constantFrom('mutating' as const, 'destructive' as const)
    fc.assert(
      fc.property(some, some, danger, fc.nat(3), (call, next, level, length) => {
        const facts = { ...base, call, next, from: listed('safe'), to: listed(level, length) }
        expect(whyUnknown({ ...facts, hasManifest: true })).toBe('unsafe')
        expect(whyUnknown({ ...facts, isDeclaredSafe: true })).toBe('unsafe')
      }),
    )
  })
})

describe('a correction', () => {
  const why = (next: string, more: Partial<CommandFacts> = {}) =>
    whyUnknownFix({ ...base, call: words('deploy --force'), next: words(next), ...more })

  test('is known if it is the tool, adds no option and leads to no program', () => {
    expect(why('init')).toBeUndefined()
    expect(why('init --force')).toBeUndefined()
    expect(why('touch PWN')).toBe('elsewhere')
    expect(why('init --yes')).toBe('unsafe')
    expect(why('init', { elsewhere: true })).toBe('elsewhere')
    expect(why('init', { hasManifest: true })).toBe('unsafe')
    expect(why('init', { hasManifest: true, to: listed('mutating') })).toBeUndefined()
    expect(why('init', { hasManifest: true, to: listed('destructive') })).toBe('unsafe')
  })
})

describe('a command that continues work', () => {
  const facts: WorkFacts = { ...base, call: ['load', 'a.tar'], jobId: 'j1', verb: 'wait' }
  const why = (next: readonly string[], more: Partial<WorkFacts> = {}) =>
    whyUnknownWork({ ...facts, next, ...more })
  const isSame = (call: readonly string[], next: readonly string[]) =>
    isSameCall({ ...facts, call, next }, '--idempotency-key')

  test('may be the same call, with a key that the tool adds but never with another one', () => {
    const keyed = ['load', 'a.tar', '--idempotency-key=k']
    const apart = ['load', 'a.tar', '--idempotency-key']
    expect(isSame(facts.call, facts.call)).toBe(true)
    expect(isSame(facts.call, [...apart, 'k'])).toBe(true)
    expect(isSame(keyed, [...apart, 'k'])).toBe(true)
    expect(isSame(keyed, [...apart, 'k2'])).toBe(false)
    expect(isSame(keyed, facts.call)).toBe(false)
    expect(isSame(['load', '--', ...apart.slice(2), 'k'], ['load', '--'])).toBe(false)
    expect(isSame(facts.call, [...apart, '--all'])).toBe(false)
    expect(isSame(keyed, [...keyed, '--idempotency-key', '--all'])).toBe(false)
  })

  test('may be job wait with the id of the job', () => {
    const next = ['job', 'wait', 'j1']
    expect(why(next)).toBeUndefined()
    expect(why(next, { isDeclaredSafe: true })).toBeUndefined()
    expect(why([...next, '--all'])).toBe('unsafe')
    expect(why(['job', 'wait', 'j2'])).toBe('unsafe')
    expect(why(['job', 'cancel', 'j1'])).toBe('unsafe')
    expect(why(['job', 'wait', 'touch'], { jobId: 'touch' })).toBe('elsewhere')
  })

  test('is what the manifest lists, if there is one, and no more dangerous than the call', () => {
    const next = ['resume', 'j1']
    const known = { hasManifest: true, from: listed('mutating') }
    expect(why(next)).toBe('unsafe')
    expect(why(next, { hasManifest: true })).toBe('unsafe')
    expect(why(next, { ...known, to: listed('mutating') })).toBeUndefined()
    expect(why(next, { ...known, to: listed('mutating'), isDeclaredSafe: true })).toBe('unsafe')
    expect(why(next, { ...known, to: listed('safe'), isDeclaredSafe: true })).toBeUndefined()
    expect(why(['resume', 'now', 'j1'], { ...known, to: listed('safe') })).toBe('unsafe')
    const worst = { hasManifest: true, from: listed('destructive'), to: listed('destructive') }
    expect(why(next, worst)).toBe('unsafe')
    expect(why(['job', 'wait', 'j1'], known)).toBe('unsafe')
  })

  test('never takes an id that is an option', () => {
    const id = fc.string().map((text) => `-${text}`)
    fc.assert(
      fc.property(id, fc.boolean(), (jobId, hasManifest) => {
        const more = { jobId, hasManifest, from: listed('mutating'), to: listed('safe', 2) }
        expect(why(['job', 'wait', jobId], more)).toBe('unsafe')
      }),
    )
  })

  test('cancels only for a call that may change something', () => {
    const next = ['job', 'cancel', 'j1']
    expect(why(next, { verb: 'cancel' })).toBeUndefined()
    expect(why(next, { verb: 'cancel', isDeclaredSafe: true })).toBe('unsafe')
    const reads = { hasManifest: true, from: listed('safe'), to: listed('mutating', 2) }
    expect(why(next, { verb: 'cancel', ...reads })).toBe('unsafe')
  })
})
