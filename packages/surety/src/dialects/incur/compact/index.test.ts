import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dialectCases } from '../../dialect.suite.ts'
import { encode } from '../../encode.ts'
import { DIALECT_IDS } from '../../registry/built-in.ts'
import { loadDialect } from '../../registry/load-dialect.ts'
import { readDocument } from '../../stream/translate-document.ts'
import { dialect } from './index.ts'

dialectCases(dialect, { hasRoomOnSuccess: false, hasEnvelope: false })

test('a line with code and message is a failure in every dialect, and others are what they hold', async () => {
  const targets = await Promise.all(DIALECT_IDS.map((id) => loadDialect(id)))
  const body = fc.record({ code: fc.string(), message: fc.string() })
  const others = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(fc.constantFrom(...targets), others, fc.option(body), (to, more, error) => {
      const outcome = readDocument(dialect, JSON.stringify({ ...more, ...error }))
      if ('code' in outcome) throw new Error(outcome.message)
      const isError = error !== null || isText(more['code'], more['message'])
      expect(outcome.ok).toBe(!isError)
      expect(encode(outcome, to).exit_code !== 0).toBe(isError)
    }),
  )
})

const isText = (...values: readonly unknown[]) => values.every((each) => typeof each === 'string')
