import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { applyRedirects, redirectRule } from './redirects.ts'

const HERE = { elsewhere: false }

describe('redirectRule', () => {
  test.each([
    ['user create --name alice', 'users add --name alice', 'prefix', 'user create', 'users add'],
    ['user create alice', 'user add alice', 'command', 'user create', 'user add'],
    ['db users list', 'db people list', 'prefix', 'db users list', 'db people list'],
    ['get 5', 'item get 5', 'prefix', 'get', 'item get'],
    ['users list', 'people list', 'prefix', 'users list', 'people list'],
    ['users list -v', 'people list -v', 'prefix', 'users list', 'people list'],
    ['show latest', 'show-latest', 'prefix', 'show latest', 'show-latest'],
    [
      'user create --name alice',
      'users add --full-name alice',
      'exact',
      'user create --name alice',
      'users add --full-name alice',
    ],
    ['add 1 2', 'add --a 1 --b 2', 'exact', 'add 1 2', 'add --a 1 --b 2'],
  ])('makes a rule from %s -> %s', (from, to, match, ruleFrom, ruleTo) => {
    expect(redirectRule(from.split(' '), to.split(' '), HERE)).toEqual({
      from: ruleFrom.split(' '),
      to: ruleTo.split(' '),
      match,
      elsewhere: false,
    })
  })
})

test('a rule for a command serves other arguments, a rule for a path no other command', () => {
  const rule = redirectRule(['user', 'create', 'alice'], ['user', 'add', 'alice'], HERE)
  expect(applyRedirects(['user', 'create', 'bob'], [rule]).words).toEqual(['user', 'add', 'bob'])
  const listed = redirectRule(['make', 'alice'], ['add', 'alice'], { ...HERE, newPath: 1 })
  expect(applyRedirects(['make', 'bob'], [listed]).words).toEqual(['add', 'bob'])
})

describe('applyRedirects', () => {
  const rename = redirectRule(
    ['user', 'create', '--name', 'a'],
    ['users', 'add', '--name', 'a'],
    HERE,
  )

  test('replaces the command words and keeps the arguments', () => {
    expect(applyRedirects(['user', 'create', '--name', 'bob'], [rename]).words).toEqual([
      'users',
      'add',
      '--name',
      'bob',
    ])
    expect(applyRedirects(['user', 'list'], [rename])).toEqual({
      words: ['user', 'list'],
      elsewhere: false,
      applied: [],
    })
  })

  test('leaves other commands alone', () => {
    const moved = redirectRule(['users', 'list'], ['people', 'list'], HERE)
    const bare = redirectRule(['deploy'], ['release'], HERE)
    const rules = [moved, bare]
    expect(applyRedirects(['users', 'list', '--all'], rules).words).toEqual([
      'people',
      'list',
      '--all',
    ])
    expect(applyRedirects(['users', 'delete', 'bob'], rules).applied).toEqual([])
    expect(applyRedirects(['deploy', '--env', 'prod'], rules).words[0]).toBe('release')
    expect(applyRedirects(['deploy', 'rollback'], rules).applied).toEqual([])
  })

  test('applies one rule after the other', () => {
    const again = redirectRule(['users', 'add'], ['people', 'add'], HERE)
    expect(applyRedirects(['user', 'create'], [rename, again]).words).toEqual(['people', 'add'])
  })

  test('applies no rules that form a circle', () => {
    const back = redirectRule(['users', 'add'], ['user', 'create'], HERE)
    expect(applyRedirects(['user', 'create', 'x'], [rename, back]).words).toEqual([
      'user',
      'create',
      'x',
    ])
  })

  test('does not lengthen a call again and again', () => {
    const longer = redirectRule(['list'], ['list', 'all'], HERE)
    expect(applyRedirects(['list', 'all'], [longer]).words).toEqual(['list', 'all'])
    expect(applyRedirects(['list', '-v'], [longer]).words).toEqual(['list', 'all', '-v'])
  })

  test('always ends, and gives the redirected call its new form', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', '-x'), { maxLength: 4 })
    const rules = fc.array(fc.tuple(words, words), { maxLength: 6 })
    fc.assert(
      fc.property(words, rules, (call, pairs) => {
        expect(
          Array.isArray(
            applyRedirects(
              call,
              pairs.map(([from, to]) => redirectRule(from, to, HERE)),
            ).words,
          ),
        ).toBe(true)
      }),
    )
    fc.assert(
      fc.property(words, words, (from, to) => {
        const { words: result } = applyRedirects(from, [redirectRule(from, to, HERE)])
        expect([to, from]).toContainEqual(result)
      }),
    )
  })
})
