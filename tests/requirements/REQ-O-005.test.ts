import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'

it('REQ-O-005/1,2,3,4,5,6 REQ-O-006/1,2,3,4,5: identifiers go from one command into another', async () => {
  const file = join(folder(), 'ids')
  writeFileSync(file, '42\n')
  const [one, list, typed, empty, wrong, asFile] = await Promise.all([
    lower(['one', '--format', 'id']),
    lower(['list', '--format', 'id']),
    lower(['take-one', '42']),
    lower(['take-one', '-']),
    lower(['take-one', '-'], { input: 'x\n' }),
    lower(['one', '--output', 'id']),
  ])
  expect([one.stdout, list.stdout]).toEqual(['42\n', '1\n2\n'])
  const [piped, fromFile, many, look] = await Promise.all([
    lower(['take-one', '-'], { input: one.stdout }),
    lower(['take-one', '-'], { input: readFileSync(openSync(file, 'r')) }),
    lower(['take', '--id', '-'], { input: list.stdout }),
    lower(['look', '--format', 'id']),
  ])
  expect([piped.data, fromFile.data]).toEqual([typed.data, typed.data])
  expect(many.data).toEqual({ ids: [1, 2] })
  expect(empty).toMatchObject({ code: 2, error: { code: 'EMPTY_STDIN', phase: 'validation' } })
  expect([wrong.code, asFile.code, look.code]).toEqual([2, 2, 2])
})
