import { expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'

it('REQ-C-011/4,5,7,9,10,11 REQ-C-018/3,4: declarations are in the schema, and wrong ones are refused', async () => {
  const [keeps, mac, one, type, output, safe] = await Promise.all([
    lower(['keeps', '--schema']),
    lower(['mac', '--schema']),
    lower(['one', '--schema']),
    ...['type', 'output', 'safe'].map((BAD) => lower(['bad'], { env: { BAD } })),
  ])
  expect(keeps.data['filesystem_side_effects']).toEqual([
    { path: '~/cache/index/', type: 'cache', ttl_seconds: 600, clearable_with: 'cleanup' },
    { path: '~/tmp/{session_id}.tmp', type: 'temp' },
    { path: '~/logs/*.log', type: 'log' },
    { path: '~/token', type: 'credential' },
    { path: '~/report.pdf', type: 'output' },
  ])
  expect(mac.data).toMatchObject({
    platform: ['darwin'],
    required_tools: { 'no-such-tool': '5.0.0', node: '99.0', sh: '*' },
  })
  expect(one.data).not.toHaveProperty('platform')
  const said = [type!, output!, safe!].map(({ envelope }) => JSON.stringify(envelope))
  expect(said[0]).toContain('junk')
  expect(said[1]).toContain('an output stays')
  expect(said[2]).toContain('is not safe')
})
