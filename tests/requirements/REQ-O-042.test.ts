import { beforeAll, describe, expect, it } from 'vitest'

import { lower } from '../e2e/processes/run-lower.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('the variable for the format', () => {
  let [variable, flag, both, generic, wrong, wrongFlag, none]: Ended[] = []
  beforeAll(async () => {
    const env = { LOWER_FORMAT: 'plain' }
    ;[variable, flag, both, generic, wrong, wrongFlag, none] = await Promise.all([
      lower(['one'], { env }),
      lower(['one', '--format', 'plain']),
      lower(['one', '--format', 'json'], { env }),
      lower(['one'], { env: { FORMAT: 'plain', _FORMAT: 'plain', LOWER_OUTPUT: 'plain' } }),
      lower(['one'], { env: { LOWER_FORMAT: 'junk' } }),
      lower(['one', '--format', 'junk']),
      lower(['one']),
    ])
  })

  it('has the name of the tool in capitals, and does what the flag does', () => {
    expect(variable!.stdout).toBe(flag!.stdout)
    expect(variable!.documents).toEqual([])
  })

  it('is overruled by the flag', () => {
    expect(both!.data).toEqual({ id: 42, name: 'x' })
  })

  it('has no effect under another name', () => {
    expect(generic!.data).toEqual({ id: 42, name: 'x' })
  })

  it('with a format that does not exist fails as the flag does', () => {
    expect([wrong!.code, wrong!.error['code']]).toEqual([2, wrongFlag!.error['code']])
    expect(wrongFlag!.code).toBe(2)
  })

  it('and no flag give JSON where nobody reads', () => {
    expect(none!.data).toEqual({ id: 42, name: 'x' })
  })
})
