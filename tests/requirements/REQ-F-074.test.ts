import { describe, expect, it } from 'vitest'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, env: Record<string, string> = {}) =>
  framework(line.split(' '), { env })

describe('members of data', () => {
  it('REQ-F-074/1,2,3,4,5,6,7: are there or null or empty, as the schema says', async () => {
    const ran = await runAll({
      keys: words('keys'),
      again: words('keys'),
      drops: words('drops'),
      schema: words('keys --schema'),
    })
    expect(ran.keys.data).toEqual({
      title: 'widget',
      owner: null,
      labels: [],
      nested: { text: '', none: null },
    })
    expect(Object.keys(ran.again.data)).toEqual(Object.keys(ran.keys.data))
    // What is nullable is never absent.
    expect(ran.drops).toMatchObject({ code: 1, error: { code: 'OUTPUT_INVALID' } })
    const { required, properties } = ran.schema.data['output_schema'] as {
      required: string[]
      properties: Record<string, { anyOf?: unknown }>
    }
    expect(required).toEqual(['title', 'owner', 'labels', 'nested'])
    expect(properties['owner']!.anyOf).toContainEqual({ type: 'null' })
    expect(properties['title']).toEqual({ type: 'string' })
  })
})
