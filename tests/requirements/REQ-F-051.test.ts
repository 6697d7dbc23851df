import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('secrets', () => {
  it('REQ-F-051/1,2,3,4,5,6,7: are in no header, variable, argument, log line or error', async () => {
    const secret = {
      AWS_SECRET_ACCESS_KEY: 'sesame-env-1',
      MY_SECRET: 'sesame-env-2',
      GH_TOKEN: 'sesame-env-3',
      DB_PASSWORD: 'sesame-env-4',
      DB_PASS: 'sesame-env-5',
      API_LOGIN: 'sesame-env-6',
      AUTH_LOGIN: 'sesame-env-7',
    }
    const argv = ['secretive', '--password', 'sesame-argument']
    const [loud, quiet] = await Promise.all([
      acme([...argv, '--debug'], { env: secret }),
      acme(argv, { env: secret }),
    ])
    for (const { stdout, stderr, code } of [loud, quiet]) {
      expect(code).toBe(1)
      expect(stdout + stderr).not.toContain('sesame')
      expect(stdout).toContain('The password [REDACTED] is wrong.')
    }
    for (const name of ['Authorization', 'Cookie', 'X-Api-Key', 'X-Auth-Token'])
      expect(loud.stderr).toContain(`"${name}":"[REDACTED]"`)
    for (const name of Object.keys(secret)) expect(loud.stderr).toContain(`"${name}":"[REDACTED]"`)
    expect(loud.stderr).toContain('AWS_SECRET_ACCESS_KEY=[REDACTED]')
  })
})
