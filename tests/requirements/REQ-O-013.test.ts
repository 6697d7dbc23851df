import { readFileSync } from 'node:fs'

import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'

import { type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

const optional = watchedToolOf('optional.mjs')

const all = (...lines: readonly string[]) => Promise.all(lines.map((line) => optional(line)))

describe('descriptions', () => {
  it('REQ-O-013/1,2,3,5,6,7,8: come on request, from the declarations', async () => {
    const [schema, again, alias, output, data] = await all(
      '--schema',
      '--schema',
      '--print-schema',
      'look --output-schema',
      'look',
    )
    expect(schema!.data).toEqual(again!.data)
    expect(schema!.data).toEqual(alias!.data)
    for (const [name, entry] of Object.entries<Loose>(schema!.data['commands'])) {
      expect(entry, name).toMatchObject({
        description: expect.any(String),
        danger_level: expect.any(String),
        flags: expect.any(Object),
        exit_codes: expect.any(Object),
      })
    }
    expect(schema!.data['commands'].look.output_schema).toEqual(output!.data)
    const ajv = new Ajv({ strict: false })
    expect(ajv.validateSchema(output!.data)).toBe(true)
    expect(ajv.compile(output!.data)(data!.data)).toBe(true)
    expect(ajv.compile(output!.data)({ id: 1 })).toBe(false)
    expect(readFileSync('docs/framework/manifest.md', 'utf8')).toContain('--schema')
    expect(readFileSync('docs/framework/manifest.md', 'utf8')).not.toContain('--print-schema')
  })
})
