import { beforeAll, describe, expect, it } from 'vitest'

import { toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

describe('logs', () => {
  let logged: ToolAnswer
  beforeAll(async () => {
    const env = {
      MY_FRAMEWORK_KEY: 'kept-in-a-variable',
    }
    logged = await framework(['logs', '--api-token', 'abc123', '--debug'], { env })
  })

  it('hide arguments, variables and members whose name is that of a secret', () => {
    expect(logged.stderr).toContain('"password":"[REDACTED]"')
    expect(logged.stderr).toContain('"CamelToken":"[REDACTED]"')
    expect(logged.stderr).toContain('"plain":"seen"')
    expect(logged.stderr).not.toMatch(/hunter2|abc123|kept-in/)
  })

  it('the handler and stdout have the real values', () => {
    expect(logged.data).toEqual({ password: 'hunter2', token: 'abc123', key: 18 })
  })

  it('hide what looks like a credential, in outside texts too', () => {
    expect(logged.stderr).toContain('saw [REDACTED]')
    expect(logged.stderr).not.toContain('ghp_')
  })
})
