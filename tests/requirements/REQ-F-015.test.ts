import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('input', () => {
  it('REQ-F-015/6: is checked by a hook that gets nothing with side effects', async () => {
    const { meta } = await acme(['checked', '--zone', 'b'])
    expect(meta['errors'][0].message).toBe('args,options,env,command,now')
  })
})
