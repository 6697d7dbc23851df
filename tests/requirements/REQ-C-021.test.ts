import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('signing in', () => {
  it('REQ-C-021/1 REQ-O-033/2,3: without terminal and token exits 4 and names the variables', async () => {
    const [own, named] = ['ACME_TOKEN or ACME_OTHER_TOKEN', 'MY_TOKEN']
    for (const [more, variables, first] of [
      [[], own, 'ACME_TOKEN'],
      [['--headless'], own, 'ACME_TOKEN'],
      [['--headless', '--token-env-var', named], named, named],
    ] as const) {
      // Whether there is a terminal is seen by a process alone.
      const { code, error } = await acme(['sign-in', ...more])
      expect(code).toBe(4)
      expect(error).toMatchObject({ phase: 'validation', retryable: false })
      expect(error['message']).toContain(`a token in ${variables}.`)
      expect(error['fix_required']).toBe(`Set ${variables}.`)
      const { auth_methods: methods } = (error['details'] ?? error) as Loose
      expect(methods[0]).toEqual({ type: 'env_var', name: first, hint: `export ${first}=<token>` })
    }
  })

  it('REQ-C-021/2,4 REQ-O-033/1,4,5: takes the token of a declared or a named variable', async () => {
    const signIn = async (argv: readonly string[], env: Record<string, string>) =>
      (await acme(['sign-in', ...argv], { env })).data['length'] as number
    expect(await signIn([], { ACME_OTHER_TOKEN: 'four' })).toBe(4)
    const named = ['--headless', '--token-env-var', 'MY_TOKEN']
    expect(await signIn(named, { MY_TOKEN: 'sixsix', ACME_TOKEN: 'four' })).toBe(6)
  })
})
