import { beforeAll, describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('standard output', () => {
  let [german, english] = ['', '']
  beforeAll(async () => {
    const inLocale = async (locale: string) => {
      const env = { LC_ALL: locale, LANG: locale, LC_NUMERIC: locale, LANGUAGE: 'de' }
      const calls = [['values'], ['values', '--fail']].map((argv) => acme(argv, { env }))
      const stdout = (await Promise.all(calls)).map((ended) => ended.stdout).join('')
      return stdout.replaceAll(/"(?:duration_ms|request_id|timestamp)":[^,}]+/g, '')
    }
    ;[german = '', english = ''] = await Promise.all(['de_DE.UTF-8', 'en_US.UTF-8'].map(inLocale))
  })

  it('REQ-F-005/1,5: has the same bytes in every locale', () => {
    expect(german).toContain('"ok":true')
    expect(german).toBe(english)
  })

  it('REQ-F-005/2,3,6: has dates and numbers in one form, in messages too', () => {
    for (const text of german.split('\n').slice(0, 2)) {
      expect(text).toContain('1234567.5')
      expect(text).toContain('2026-02-09T07:05:00')
    }
  })

  it('REQ-F-005/4: has true and false', () => {
    const [values, failure] = german.split('\n')
    expect(values).toContain('"yes":true,"no":false')
    expect(failure).toContain('"ok":false')
  })
})
