import fc from 'fast-check'
import { expect, it } from 'vitest'

import { createRowReader } from './start-call.ts'

const envelope = { ok: true, data: { records: 0 }, error: null, warnings: [], meta: {} }

it('reads every row and never the envelope, however the bytes are cut', () => {
  const row = fc.oneof(fc.jsonValue(), fc.constant(envelope))
  fc.assert(
    fc.property(fc.array(row), fc.integer({ min: 1, max: 40 }), (rows, size) => {
      const lines = [...rows, envelope].map((each) => `${JSON.stringify(each)}\n`).join('')
      const bytes = new TextEncoder().encode(lines)
      const readRows = createRowReader()
      const read = []
      for (let at = 0; at < bytes.length; at += size) {
        read.push(...readRows(bytes.subarray(at, at + size)))
      }
      expect(read).toEqual(JSON.parse(JSON.stringify(rows)))
    }),
  )
})

it('passes over lines that are no JSON', () => {
  const lines = new TextEncoder().encode('noise\n{"a":1}\n\n')
  expect(createRowReader()(lines)).toEqual([{ a: 1 }])
})
