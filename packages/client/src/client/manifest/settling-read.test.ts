import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { JsonObject, JsonValue } from 'surety/unstable/contract'
import { declaredRead } from './settling-read.ts'

const command = (danger: string, more: JsonObject = {}): JsonObject => ({
  description: 'x',
  danger_level: danger,
  ...more,
})
const manifest = (read: string, more: JsonObject = {}): JsonObject => ({
  name: 'shop',
  flags: { account: { type: 'string' } },
  exit_codes: {},
  commands: {
    place: command('mutating', {
      arguments: ['id', 'also'],
      flags: {
        id: { type: 'string' },
        also: { type: 'array' },
        zone: { type: 'string', short: 'z', default: 'east' },
        tag: { type: 'array' },
        wait: { type: 'boolean', short: 'w' },
        verbose: { type: 'integer', short: 'v', description: 'takes no value; repeat it to count' },
      },
      settles: { read, proves: true },
      ...more,
    }),
    'order.show': command('safe'),
    'order.drop': command('destructive'),
  },
})
const readFor = (read: string, line: string) =>
  declaredRead(manifest(read), line.split(' '))?.words.join(' ')

describe('the read of a manifest', () => {
  test.each([
    ['order show {id}', 'place 7', 'order show 7'],
    ['order show {id} --zone {zone}', 'place 7', 'order show 7 --zone east'],
    ['order show {id} --zone {zone}', 'place -z west 7', 'order show 7 --zone west'],
    ['order show {id} --zone={zone}', 'place 7 --zone=a=b', 'order show 7 --zone=a=b'],
    ['order show {id} [--account {account}]', 'place 7', 'order show 7'],
    ['order show {id} [--account {account}]', 'place 7 --account me', 'order show 7 --account me'],
    ['order show {id}', 'place --wait -v -w 7', 'order show 7'],
    ['order show {id}', 'place --no-wait 7', 'order show 7'],
    ['order show {id} {also}', 'place --id 7 8', 'order show 7 8'],
    ['order show {id} {also}', 'place -- 7 8', 'order show 7 8'],
    ['order show {id} --tag {tag}', 'place 7 --tag a', 'order show 7 --tag a'],
  ])('%s after %s is %s', (read, line, expected) => {
    expect(readFor(read, line)).toBe(expected)
  })

  test.each([
    ['has no value for a place of it', 'order show {id}', 'place'],
    ['has a word that is not known', 'order show {id}', 'place 7 --what'],
    ['has several values for one place', 'order show {also}', 'place 7 8 9'],
    ['names a list twice', 'order show {tag}', 'place 7 --tag a --tag b'],
    ['would put an option into the read', 'order show {id}', 'place -- --all'],
    ['has a read that destroys', 'order drop {id}', 'place 7'],
    ['has a read that no manifest lists', 'order find {id}', 'place 7'],
    ['is another command', 'order show {id}', 'order show 7'],
  ])('is not named if the call %s', (_why, read, line) => {
    expect(readFor(read, line)).toBeUndefined()
  })

  test('says whether it proves anything', () => {
    const read = 'order show {id}'
    expect(declaredRead(manifest(read), ['place', '7'])?.proves).toBe(true)
    const shown = manifest(read, { settles: { read } })
    expect(declaredRead(shown, ['place', '7'])?.proves).toBe(false)
  })

  test('never has words that the manifest and the call do not have, whatever they hold', () => {
    const words = fc.array(fc.oneof(fc.string(), fc.constantFrom('--zone', '-z', '--', '-', '-w')))
    fc.assert(
      fc.property(words, fc.string(), (more, settles) => {
        const found = declaredRead(manifest(`order show {id} ${settles}`), ['place', ...more])
        if (found === undefined) return
        expect(found.words.slice(0, 2)).toEqual(['order', 'show'])
        expect(found.words[2]).not.toMatch(/^-/)
        expect(more.join(' ')).toContain(found.words[2])
      }),
    )
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.string()), (document, line) => {
        const read = declaredRead({ commands: { a: document } } as JsonValue, ['a', ...line])
        expect(read).toBeUndefined()
      }),
    )
  })
})
