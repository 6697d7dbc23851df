import { beforeAll, describe, expect, it } from 'vitest'

import { type Answer, acme } from '../e2e/processes/run-acme.ts'

describe('secrets', () => {
  const secret = {
    AWS_SECRET_ACCESS_KEY: 'sesame-env-1',
    MY_SECRET: 'sesame-env-2',
    GH_TOKEN: 'sesame-env-3',
    DB_PASSWORD: 'sesame-env-4',
    DB_PASS: 'sesame-env-5',
    API_LOGIN: 'sesame-env-6',
    AUTH_LOGIN: 'sesame-env-7',
  }
  let [loud, quiet]: Answer[] = []
  beforeAll(async () => {
    const argv = ['secretive', '--password', 'sesame-argument']
    ;[loud, quiet] = await Promise.all([
      acme([...argv, '--debug'], { env: secret }),
      acme(argv, { env: secret }),
    ])
  })

  it('REQ-F-051/1,5: are in no header', () => {
    for (const name of ['Authorization', 'Cookie', 'X-Api-Key', 'X-Auth-Token'])
      expect(loud!.stderr).toContain(`"${name}":"[REDACTED]"`)
  })

  it('REQ-F-051/2,5: are in no variable', () => {
    for (const name of Object.keys(secret)) expect(loud!.stderr).toContain(`"${name}":"[REDACTED]"`)
    expect(loud!.stderr).toContain('AWS_SECRET_ACCESS_KEY=[REDACTED]')
  })

  it('REQ-F-051/6: are in no error', () => {
    for (const { stdout, code } of [loud!, quiet!]) {
      expect(code).toBe(1)
      expect(stdout).toContain('The password [REDACTED] is wrong.')
    }
  })

  it('REQ-F-051/3,4,7: are nowhere in what is written, with --debug too', () => {
    for (const { stdout, stderr } of [loud!, quiet!])
      expect(stdout + stderr).not.toContain('sesame')
  })
})
