import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type ProcessOptions } from '../e2e/processes/run-program.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const work = toolOf('work.mjs')

const all = (lines: readonly (readonly string[])[], options?: ProcessOptions) =>
  Promise.all(lines.map((argv) => work(argv, options)))

describe('walking through folders', () => {
  it('REQ-F-061/1,2,3,4,5,6 REQ-O-040/1,2,3,4,5,6,7: finds circles and depth before anything changes', async () => {
    const root = folder()
    mkdirSync(join(root, 'a/b/c'), { recursive: true })
    writeFileSync(join(root, 'a/file'), '')
    const [whole, deep] = await all([
      ['walk', root],
      ['walk', root, '--max-depth', '2'],
    ])
    expect(whole!.data['paths']).toEqual(
      ['a', 'a/b', 'a/b/c', 'a/file'].map((path) => join(root, path)),
    )
    expect(deep).toMatchObject({
      code: 4,
      error: {
        code: 'DEPTH_EXCEEDED',
        suggestion: expect.stringContaining('--max-depth'),
        context: { max_depth: 2, path: join(root, 'a/b') },
      },
    })
    symlinkSync(root, join(root, 'a/b/up'))
    const [loop, skipped, schema] = await all([
      ['remove-tree', root],
      ['walk', root, '--no-follow-symlinks'],
      ['walk', '--schema'],
    ])
    expect(loop).toMatchObject({
      code: 4,
      calls: 0,
      error: { code: 'SYMLINK_LOOP', context: { path: join(root, 'a/b/up'), loop_target: root } },
    })
    expect(skipped!.data['paths']).toHaveLength(4)
    expect(schema!.data['flags']).toMatchObject({
      'no-follow-symlinks': { type: 'boolean' },
      'max-depth': { type: 'integer', default: 50 },
    })
  })
})
