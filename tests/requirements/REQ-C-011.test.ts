import { beforeAll, describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'

describe('declarations', () => {
  let [keeps, mac, one, type, output, safe]: Awaited<ReturnType<typeof lower>>[] = []
  beforeAll(async () => {
    ;[keeps, mac, one, type, output, safe] = await Promise.all([
      lower(['keeps', '--schema']),
      lower(['mac', '--schema']),
      lower(['one', '--schema']),
      ...['type', 'output', 'safe'].map((BAD) => lower(['bad'], { env: { BAD } })),
    ])
  })

  it('of files are in the schema, products too', () => {
    expect(keeps!.data['filesystem_side_effects']).toEqual([
      { path: '~/cache/index/', type: 'cache', ttl_seconds: 600, clearable_with: 'cleanup' },
      { path: '~/tmp/{session_id}.tmp', type: 'temp' },
      { path: '~/logs/*.log', type: 'log' },
      { path: '~/token', type: 'credential' },
      { path: '~/report.pdf', type: 'output' },
    ])
  })

  it.each([
    ['of an unknown kind', () => type, 'junk'],
    ['of a product with an end', () => output, 'an output stays'],
    ['of a safe command that writes a configuration', () => safe, 'is not safe'],
  ])('%s are refused', (_case, ended, said) => {
    expect(ended()!.code).not.toBe(0)
    expect(ended()!.stdout).toContain(said)
  })

  it('of platform and programs are in the schema, where there are any', () => {
    expect(mac!.data).toMatchObject({
      platform: ['darwin'],
      required_tools: { 'no-such-tool': '5.0.0', node: '99.0', sh: '*' },
    })
    expect(one!.data).not.toHaveProperty('platform')
  })
})
