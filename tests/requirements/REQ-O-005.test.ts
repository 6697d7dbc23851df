import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { lower } from '../e2e/processes/run-lower.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('identifiers', () => {
  let [one, list, typed]: Ended[] = []
  beforeAll(async () => {
    ;[one, list, typed] = await Promise.all([
      lower(['one', '--format', 'id']),
      lower(['list', '--format', 'id']),
      lower(['take-one', '42']),
    ])
  })

  it('are written bare', () => {
    expect(one!.stdout).toBe('42\n')
  })

  it('of a list are written a line each', () => {
    expect(list!.stdout).toBe('1\n2\n')
  })

  it('come from the field that the command declares; without one the call is refused', async () => {
    const [look, asFile] = await Promise.all([
      lower(['look', '--format', 'id']),
      lower(['one', '--output', 'id']),
    ])
    expect([look.code, asFile.code]).toEqual([2, 2])
  })

  it('go from one command into another, as if they were typed', async () => {
    const piped = await lower(['take-one', '-'], { input: one!.stdout })
    expect(piped.data).toEqual(typed!.data)
    const refused = await Promise.all([
      lower(['take-one', '-'], { input: 'x\n' }),
      lower(['take-one', 'x']),
    ])
    for (const { code, error } of refused)
      expect([code, error['code']]).toEqual([2, 'INVALID_VALUE'])
  })

  it('come from a file as from a pipe', async () => {
    const file = join(folder(), 'ids')
    writeFileSync(file, '42\n')
    const fromFile = await lower(['take-one', '-'], { input: readFileSync(openSync(file, 'r')) })
    expect(fromFile.data).toEqual(typed!.data)
  })

  it('that are missing or wrong are refused', async () => {
    const [empty, wrong] = await Promise.all([
      lower(['take-one', '-']),
      lower(['take-one', '-'], { input: 'x\n' }),
    ])
    expect(empty).toMatchObject({ code: 2, error: { code: 'EMPTY_STDIN', phase: 'validation' } })
    expect(wrong.code).toBe(2)
  })

  it('may be several, a line each', async () => {
    const many = await lower(['take', '--id', '-'], { input: list!.stdout })
    expect(many.data).toEqual({ ids: [1, 2] })
  })
})
