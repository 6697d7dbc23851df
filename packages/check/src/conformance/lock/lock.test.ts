import fc from 'fast-check'
import { expect, test } from 'vitest'

import { succeed, fail } from 'surety/unstable/contract'
import { compareLocks } from './compare-locks.ts'
import {
  contractProblems,
  parseLock,
  type ContractLock,
  type LockedCommand,
} from './contract-lock.ts'
import { judgeVersion } from './lock-files.ts'

const LIST: LockedCommand = {
  danger: 'safe',
  aliases: ['ls'],
  flags: {
    zone: { type: 'enum', required: false, values: ['a', 'b'] },
    limit: { type: 'integer', required: false },
    name: { type: 'string', required: true, positional: true },
    old: { type: 'boolean', required: false, deprecated: true },
  },
  exits: { 0: 'SUCCESS', 5: 'NOT_FOUND' },
  errors: ['NO_VOLUME'],
  types: ['volume_list'],
  scopes: ['volumes:read', 'zones:read'],
  fields: {
    '': 'object',
    items: 'array',
    'items[]': 'object',
    'items[].id': 'string',
    note: 'absent|string',
  },
}

const lock = (
  commands: ContractLock['commands'],
  more: Partial<ContractLock> = {},
): ContractLock => ({
  schema_version: '1.0',
  tool: 'acme',
  version: '1.2.3',
  dialect: 'spec-1.0',
  declared: { redirects: {}, deprecated: [] },
  commands,
  ...more,
})

const changes = (after: Partial<LockedCommand>, declared?: ContractLock['declared']) =>
  compareLocks(
    lock({ 'volume.list': LIST }, declared && { declared }),
    lock({ 'volume.list': { ...LIST, ...after } }),
  ).map(({ kind, at, message }) => `${kind} ${at}: ${message}`)

test.each<[string, Partial<LockedCommand>, readonly string[]]>([
  ['nothing', {}, []],
  ['a danger', { danger: 'destructive' }, ['breaking volume.list: was safe, is destructive']],
  ['an alias', { aliases: [] }, ['breaking volume.list: the alias ls is gone']],
  [
    'flags',
    {
      flags: {
        zone: { type: 'enum', required: true, values: ['a', 'c'] },
        limit: { type: 'string', required: false },
        name: { type: 'string', required: false },
        tag: { type: 'string', required: true },
        dry: { type: 'boolean', required: false },
      },
    },
    [
      'breaking volume.list --zone: is required now',
      'breaking volume.list --zone: no longer takes b',
      'additive volume.list --zone: also takes c',
      'additive volume.list --limit: was integer, is string',
      'additive volume.list <name>: is optional now',
      'breaking volume.list <name>: is a flag now',
      'announced volume.list --old: the flag is gone',
      'breaking volume.list --tag: the flag is new and required',
      'additive volume.list --dry: the flag is new',
    ],
  ],
  [
    'exits and codes',
    {
      exits: { 0: 'SUCCESS', 5: 'CONFLICT', 9: 'TIMEOUT' },
      errors: ['GONE'],
      types: ['volume_list', 'b'],
    },
    [
      'breaking volume.list exit 5: meant NOT_FOUND, means CONFLICT',
      'additive volume.list exit 9: TIMEOUT is new',
      'additive volume.list: the error code GONE is new',
      'breaking volume.list: the error code NO_VOLUME is gone',
      'additive volume.list: the result type b is new',
    ],
  ],
  [
    'scopes',
    { scopes: ['volumes:read', 'volumes:admin'] },
    [
      'breaking volume.list: the scope volumes:admin is needed now',
      'additive volume.list: the scope zones:read is no longer needed',
    ],
  ],
  [
    'fields',
    {
      fields: {
        '': 'object',
        items: 'array',
        'items[]': 'object',
        'items[].id': 'number',
        size: 'number',
        note: 'string',
      },
    },
    [
      'breaking volume.list data.items[].id: was string, is number',
      'additive volume.list data.note: was absent or string, is only string',
      'additive volume.list data.size: the field is new',
    ],
  ],
  [
    'an empty list in the samples',
    { fields: { '': 'object', items: 'array', note: 'absent|string' } },
    [],
  ],
  [
    'a field that is gone',
    { fields: { '': 'object', items: 'array', 'items[]': 'object', note: 'absent|string' } },
    ['breaking volume.list data.items[].id: the field is gone'],
  ],
])('classifies a change of %s', (_what, after, expected) => {
  expect(changes(after)).toEqual(expected)
})

test('accepts what was declared: deprecated flags and fields, and redirected commands', () => {
  const flags = { name: LIST.flags['name']!, limit: LIST.flags['limit']!, old: LIST.flags['old']! }
  expect(changes({ flags }, { redirects: {}, deprecated: ['volume.list --zone'] })).toEqual([
    'announced volume.list --zone: the flag is gone',
  ])
  const removed = (
    after: ContractLock['commands'],
    declared: Partial<ContractLock['declared']> = {},
  ) =>
    compareLocks(
      lock({ 'volume.list': LIST }, { declared: { redirects: {}, deprecated: [], ...declared } }),
      lock(after),
    ).map(({ kind, at, message }) => `${kind} ${at}: ${message}`)
  const added = 'additive disk.list: the command is new'
  expect(removed({ 'disk.list': LIST })).toEqual([
    'breaking volume.list: the command is gone',
    added,
  ])
  expect(removed({ 'disk.list': LIST }, { redirects: { 'volume.list': 'disk.list' } })).toEqual([
    'announced volume.list: the command is gone, callers are redirected to disk.list',
    added,
  ])
  expect(removed({}, { redirects: { 'volume.list': 'disk.list' } })).toEqual([
    'breaking volume.list: the command is gone, and so is its successor disk.list',
  ])
  expect(removed({ 'disk.list': { ...LIST, aliases: ['volume.list'] } })[0]).toBe(
    'additive volume.list: is now an alias of disk.list',
  )
})

test.each([
  ['1.2.3', '1.2.4', 'breaking', '2.0.0', false],
  ['1.2.3', '2.0.0-beta.1', 'breaking', '2.0.0', true],
  ['1.2.3', '1.2.9', 'additive', '1.3.0', false],
  ['1.2.3', 'v1.3', 'announced', '1.3.0', true],
  ['0.4.1', '0.4.9', 'breaking', '0.5.0', false],
  ['0.4.1', '0.4.2', 'additive', '0.4.2', true],
  [null, null, 'breaking', null, false],
  [null, '1.0.0', 'additive', null, true],
] as const)('from %s, version %s with a change that is %s', (from, to, kind, needed, isEnough) => {
  const verdict = judgeVersion(from, to, [{ kind, at: '', message: '' }])
  expect(verdict).toMatchObject({ needed, is_enough: isEnough })
  expect(judgeVersion(from, to, []).is_enough).toBe(true)
})

test('an answer is compared with what is locked about its command', () => {
  const locked = lock({ 'volume.list': LIST })
  const good = succeed({ data: { items: [{ id: 'v-1', extra: 1 }] } })
  expect(contractProblems(locked, 'volume.list', good, 0)).toEqual([])
  const bad = succeed({ data: { items: [{ id: 7 }, {}] }, meta: { type: 'other' } })
  expect(contractProblems(locked, 'volume.list', bad, 3)).toEqual([
    'exit 3 is not in the lock',
    'the result type other is not in the lock',
    'data.items[].id is number, the lock says string',
    'data.items[].id is missing',
  ])
  const failed = fail({ exit: 'NOT_FOUND', error: { code: 'GONE', message: 'Gone.' } })
  expect(contractProblems(locked, 'volume.list', failed, 5)).toEqual([
    'the error code GONE is not in the lock',
  ])
  const refused = fail({ exit: 'NOT_FOUND', error: { code: 'UNKNOWN_FLAG', message: 'No.' } })
  expect(contractProblems(locked, 'volume.list', refused, 5)).toEqual([])
  expect(contractProblems(locked, 'nothing', good, 0)).toEqual(['the lock has no command nothing'])
})

test('a damaged lock file is refused with the place of the problem, whatever it holds', () => {
  expect(parseLock(JSON.stringify(lock({ 'volume.list': LIST })), 'x')).toBeDefined()
  expect(() => parseLock('{', 'x.json')).toThrow('x.json: it is not JSON.')
  expect(() => parseLock(JSON.stringify({ ...lock({}), version: 1 }), 'x.json')).toThrow(
    /\/version/,
  )
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(() => parseLock(JSON.stringify(value), 'x')).toThrow(/^x: /)
    }),
  )
})
