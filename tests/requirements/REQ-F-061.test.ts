import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { type ToolAnswer, toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

const all = (lines: readonly (readonly string[])[], options?: ProcessOptions) =>
  Promise.all(lines.map((argv) => work(argv, options)))

describe('walking through folders', () => {
  const root = folder()
  const circle = folder()
  let [whole, deep, loop, skipped, schema, removal]: ToolAnswer[] = []
  beforeAll(async () => {
    for (const each of [root, circle]) {
      mkdirSync(join(each, 'a/b/c'), { recursive: true })
      writeFileSync(join(each, 'a/file'), '')
    }
    symlinkSync(circle, join(circle, 'a/b/up'))
    ;[whole, deep, loop, skipped, schema, removal] = await all([
      ['walk', root],
      ['walk', root, '--max-depth', '2'],
      ['remove-tree', circle],
      ['walk', circle, '--no-follow-symlinks'],
      ['walk', '--schema'],
      ['remove-tree', '--schema'],
    ])
  })

  it('REQ-F-061/4: without circles reaches the bottom', () => {
    expect(whole!.data['paths']).toEqual(
      ['a', 'a/b', 'a/b/c', 'a/file'].map((path) => join(root, path)),
    )
  })

  it('REQ-F-061/1,2,6 REQ-O-040/3: ends a removal at a circle, with both ends of it, before anything is removed', () => {
    expect(loop).toMatchObject({
      code: 4,
      calls: 0,
      error: {
        code: 'SYMLINK_LOOP',
        context: { path: join(circle, 'a/b/up'), loop_target: circle },
      },
    })
    expect(existsSync(join(circle, 'a/file'))).toBe(true)
  })

  it('REQ-F-061/3 REQ-O-040/2,6: ends at the depth that was asked for, and says so', () => {
    expect(deep).toMatchObject({
      code: 4,
      error: {
        code: 'DEPTH_EXCEEDED',
        suggestion: expect.stringContaining('--max-depth'),
        context: { max_depth: 2, path: join(root, 'a/b') },
      },
    })
  })

  it('REQ-O-040/1,7: goes past links with --no-follow-symlinks, where no circle can be', () => {
    expect(skipped!.code).toBe(0)
    expect(skipped!.data['paths']).toHaveLength(4)
  })

  it('REQ-F-061/5 REQ-O-040/4,5: has both options on each command that walks, with a depth of 50', () => {
    for (const { data } of [schema!, removal!])
      expect(data['flags']).toMatchObject({
        'no-follow-symlinks': { type: 'boolean' },
        'max-depth': { type: 'integer', default: 50 },
      })
  })
})
