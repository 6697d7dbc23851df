import { describe, expect, it } from 'vitest'

import { acme } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'

describe('signing in', () => {
  it('REQ-C-021/1 REQ-O-033/2,3: without terminal and token exits 4 and names the variables', async () => {
    const variables = 'ACME_TOKEN or ACME_OTHER_TOKEN'
    // Whether there is a terminal is seen by a process alone.
    const { code, error } = await acme(['sign-in'])
    expect(code).toBe(4)
    expect(error).toMatchObject({ phase: 'validation', retryable: false })
    expect(error['message']).toContain(`a token in ${variables}.`)
    expect(error['fix_required']).toBe(`Set ${variables}.`)
    const { auth_methods: methods } = (error['details'] ?? error) as Loose
    const hint = 'export ACME_TOKEN=<token>'
    expect(methods[0]).toEqual({ type: 'env_var', name: 'ACME_TOKEN', hint })
  })

  it('REQ-C-021/2,4 REQ-O-033/5: takes the token of a declared variable', async () => {
    const signIn = async (argv: readonly string[], env: Record<string, string>) =>
      (await acme(['sign-in', ...argv], { env })).data['length'] as number
    expect(await signIn([], { ACME_OTHER_TOKEN: 'four' })).toBe(4)
  })
})
