import fc from 'fast-check'
import { expect, it } from 'vitest'

import { topMembers } from './json-extent.ts'

function memberText(text: string, name: string): string | undefined {
  const found = topMembers(text)?.findLast((member) => member.name === name)
  return found && text.slice(found.start, found.end)
}

it.each([
  ['{"ok":true,"data":{"a":1.0}}', '{"a":1.0}'],
  ['{"data" : [ 1 , 2 ] , "x":1}', '[ 1 , 2 ]'],
  ['{"d\\u0061ta":12345678901234567890}', '12345678901234567890'],
  ['{"data":1,"data":"two"}', '"two"'],
  ['{"x":{"data":1},"data":null}', 'null'],
  ['{"x":"\\"data\\":1","data":"a\\\\"}', '"a\\\\"'],
  ['{"x":1}', undefined],
  ['{}', undefined],
  ['[{"data":1}]', undefined],
])('cuts data out of %s', (text, expected) => {
  expect(memberText(text, 'data')).toBe(expected)
})

it('finds texts that parse to the values of the members', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('data', 'ok', 'x"', '\\'), fc.jsonValue()),
      fc.nat(3),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const found = memberText(text, 'data')
        if (Object.hasOwn(value, 'data')) {
          expect(JSON.parse(found!)).toEqual(JSON.parse(JSON.stringify(value['data'])))
        } else expect(found).toBeUndefined()
      },
    ),
  )
})
