import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { StateFile } from './state-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-state-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'lines')

test('finds the same lines whatever the size of the chunks it reads', () => {
  const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(''))
  fc.assert(
    fc.property(
      fc.array(value),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (values, size, torn) => {
        const lines = values.map((one) => JSON.stringify(one))
        writeFileSync(path, `${lines.map((line) => `${line}\n`).join('')}${torn ? '{"cut' : ''}`)
        const file = new StateFile(path, false)
        const found = [...file.lines(0, size)]
        expect(found.map(({ text }) => text)).toEqual(lines)
        expect(found.map((span) => file.read(span))).toEqual(values)
        file.append({ after: true })
        expect([...file.lines(0, size)].at(-1)?.text).toBe('{"after":true}')
        file.close()
      },
    ),
  )
})
