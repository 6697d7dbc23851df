import { beforeAll, describe, expect, it } from 'vitest'

import { runAll, toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

const words = (line: string, env: Record<string, string> = {}) =>
  framework(line.split(' '), { env })

describe('members of data', () => {
  const run = () =>
    runAll({
      keys: words('keys'),
      again: words('keys'),
      drops: words('drops'),
      schema: words('keys --schema'),
    })
  let ran: Awaited<ReturnType<typeof run>>
  beforeAll(async () => {
    ran = await run()
  })

  it('are null, empty texts and empty lists as they were given, nested ones too', () => {
    expect(ran.keys.data).toEqual({
      title: 'widget',
      owner: null,
      labels: [],
      nested: { text: '', none: null },
    })
  })

  it('are the same in each call', () => {
    expect(Object.keys(ran.again.data)).toEqual(Object.keys(ran.keys.data))
  })

  it('that may be null are never absent', () => {
    expect(ran.drops).toMatchObject({ code: 1, error: { code: 'OUTPUT_INVALID' } })
  })

  it('are required, nullable or optional in the schema', () => {
    const { required, properties } = ran.schema.data['output_schema'] as {
      required: string[]
      properties: Record<string, { anyOf?: unknown }>
    }
    expect(required).toEqual(['title', 'owner', 'labels', 'nested'])
    expect(properties['owner']!.anyOf).toContainEqual({ type: 'null' })
    expect(properties['title']).toEqual({ type: 'string' })
    expect(properties).toHaveProperty('extra')
  })
})
