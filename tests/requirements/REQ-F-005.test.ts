import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'

describe('standard output', () => {
  it('REQ-F-005/1,2,3,4,5,6: has the same bytes in every locale', async () => {
    const inLocale = async (locale: string) => {
      const env = { LC_ALL: locale, LANG: locale, LC_NUMERIC: locale, LANGUAGE: 'de' }
      const input = '{"_cmd":"values"}\n{"_cmd":"values","fail":true}\n'
      const { stdout } = await acme(['exec', '--ignore-errors'], { env, input })
      return stdout.replaceAll(/"(?:duration_ms|request_id|timestamp)":[^,}]+/g, '')
    }
    const [german, english] = await Promise.all(['de_DE.UTF-8', 'en_US.UTF-8'].map(inLocale))
    expect(german).toBe(english)
    const [values = '', failure = ''] = german!.split('\n')
    for (const text of [values, failure]) {
      expect(text).toContain('1234567.5')
      expect(text).toContain('2026-02-09T07:05:00')
    }
    expect(values).toContain('"yes":true,"no":false')
    expect(failure).toContain('"ok":false')
  })
})
