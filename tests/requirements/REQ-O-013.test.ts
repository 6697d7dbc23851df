import { readFileSync } from 'node:fs'

import { beforeAll, describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

const all = (...lines: readonly string[]) => Promise.all(lines.map((line) => optional(line)))

describe('descriptions', () => {
  let [schema, again]: Awaited<ReturnType<typeof optional>>[] = []
  beforeAll(async () => {
    ;[schema, again] = await all('--schema', '--schema')
  })

  it('come on request, the same each time', () => {
    expect(schema!.code).toBe(0)
    expect(schema!.data).toEqual(again!.data)
  })

  it('have input, output, exits and danger of each command', () => {
    for (const [name, entry] of Object.entries<Loose>(schema!.data['commands'])) {
      expect(entry, name).toMatchObject({
        description: expect.any(String),
        danger_level: expect.any(String),
        flags: expect.any(Object),
        exit_codes: expect.any(Object),
      })
    }
  })

  it('are asked for as --schema in our pages', () => {
    const page = readFileSync('docs/framework/discovery.md', 'utf8')
    expect(page).toContain('--schema')
  })
})
