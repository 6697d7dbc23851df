import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dialectCases } from '../../dialect.suite.ts'
import { DIALECT_IDS } from '../../registry/built-in.ts'
import { loadDialect } from '../../registry/load-dialect.ts'
import { createLineTranslator } from '../../stream/translate-line.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: false, hasEnvelope: false })

test('a line with code and message is a failure in every dialect, and others are what they hold', async () => {
  const targets = await Promise.all(DIALECT_IDS.map((id) => loadDialect(id)))
  const body = fc.record({ code: fc.string(), message: fc.string() })
  const others = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(fc.constantFrom(...targets), others, fc.option(body), (to, more, error) => {
      const translate = createLineTranslator(dialect, to)
      const line = translate(JSON.stringify({ ...more, ...error }))
      const isError = error !== null || isText(more['code'], more['message'])
      expect(line).toMatchObject({ ok: true, outcome: { ok: !isError } })
      if (line.ok) expect(line.exit_code !== 0).toBe(isError)
    }),
  )
})

const isText = (...values: readonly unknown[]) => values.every((each) => typeof each === 'string')
