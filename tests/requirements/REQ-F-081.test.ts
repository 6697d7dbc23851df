import { describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

describe('work that outlives its call', () => {
  it('keeps the input that was piped to the call', async () => {
    const env = { XDG_STATE_HOME: folder(), HOME: folder() }
    const first = await framework(['counts', '--budget', '300ms'], {
      env,
      input: 'abc',
    })
    expect(first).toMatchObject({ code: 14, data: { state: 'running' } })
    const [, ...wait] = (first.data['continue_command'] as string).split(' ')
    const last = await framework(wait, { env })
    expect(last).toMatchObject({ code: 0, data: { length: 3 } })
  })
})
