import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createCappedBytes } from './run-process.ts'

test('keeps exactly the end, for any chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 100 }),
      (chunks, cap) => {
        const collector = createCappedBytes(cap)
        for (const chunk of chunks) collector.push(chunk)
        const all = Buffer.concat(chunks)
        expect(Buffer.from(collector.take())).toEqual(all.subarray(Math.max(0, all.length - cap)))
        expect(collector).toMatchObject({ total: all.length, isCut: all.length > cap })
      },
    ),
  )
})

test('stays small for many tiny chunks', () => {
  const collector = createCappedBytes(10)
  for (let count = 0; count < 100_000; count += 1) collector.push(new Uint8Array([count % 256]))
  expect(collector.take()).toHaveLength(10)
})
