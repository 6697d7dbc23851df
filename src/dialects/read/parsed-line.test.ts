import fc from 'fast-check'
import { expect, it } from 'vitest'

import { jsonValue, outcome } from '../outcome.arbitrary.ts'
import { DIALECT_IDS } from '../registry/built-in.ts'
import { ParsedLine } from './parsed-line.ts'
import { loadDialect } from '../registry/registry.ts'

it.each(DIALECT_IDS)('%s reads a parsed line as it reads its text', async (id) => {
  const dialect = await loadDialect(id)
  const document = fc.oneof(
    outcome.map((any) => dialect.toDocument(any, { stow: 'exact' }).document ?? null),
    jsonValue,
  )
  const space = fc.constantFrom('', ' ', '\t', ' '.repeat(300))
  fc.assert(
    fc.property(document, space, space, fc.boolean(), (value, before, behind, isDoubled) => {
      const text = JSON.stringify(value)
      const line = before + (isDoubled ? text.replace('{', '{"error":1,') : text) + behind
      const read = dialect.decode(new ParsedLine(line))
      expect(read).toEqual(dialect.decode({ stdout: line, stderr: '', exit_code: 0 }))
    }),
  )
})

it('does not parse a line that is not a single document', () => {
  for (const line of ['1', '"{}"', '{} {}', '{', '\uFEFF{}', 'a {}']) {
    expect(new ParsedLine(line).document).toBeUndefined()
  }
  expect(new ParsedLine(' {"a":1}\r').document).toEqual({ a: 1 })
})
