import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { toolOf, type ToolAnswer } from '../e2e/processes/run-tool.ts'

const framework = toolOf('framework.mjs')

describe('logs', () => {
  let logged: ToolAnswer
  let entry: string
  beforeAll(async () => {
    const log = join(folder(), 'audit.jsonl')
    const env = {
      MY_FRAMEWORK_AUDIT_LOG: log,
      MY_FRAMEWORK_KEY: 'kept-in-a-variable',
      GIVEN: 'abc123',
    }
    logged = await framework(['logs', '--api-token-from-env', 'GIVEN', '--debug'], { env })
    entry = readFileSync(log, 'utf8')
  })

  it('hide arguments, variables and members whose name is that of a secret', () => {
    expect(JSON.parse(entry)).toMatchObject({ args: { 'api-token': '[REDACTED]' } })
    expect(logged.stderr).toContain('"password":"[REDACTED]"')
    expect(logged.stderr).toContain('"CamelToken":"[REDACTED]"')
    expect(logged.stderr).toContain('"plain":"seen"')
    expect(logged.stderr + entry).not.toMatch(/hunter2|abc123|kept-in/)
  })

  it('the handler and stdout have the real values', () => {
    expect(logged.data).toEqual({ password: 'hunter2', token: 'abc123', key: 18 })
  })

  it('hide what looks like a credential, in outside texts too', () => {
    expect(logged.stderr).toContain('_trusted')
    expect(logged.stderr).toContain('saw [REDACTED]')
    expect(logged.stderr).not.toContain('ghp_')
  })
})
