import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose, type ProcessOptions } from '../e2e/processes/run-program.ts'
import { runTogether } from '../e2e/processes/run-tool.ts'
import { contracts, expectRefusals } from './contracts.ts'

const together = (lines: readonly Loose[], options?: ProcessOptions) =>
  runTogether('work.mjs', lines, options)

const call = (command: string, input: Loose = {}, flags: Loose = {}) => ({
  _cmd: command,
  _opts: flags,
  ...input,
})

describe('input', () => {
  it('takes no secret as a value', async () => {
    await expectRefusals('C-016')
    const { data } = await contracts('login --schema')
    expect(data['secret_env_vars']).toEqual(['CONTRACTS_TOKEN'])
  })
})

describe('input', () => {
  let [variable, path, unset, gone, typed, schema]: Awaited<
    ReturnType<typeof together>
  >['answers'][number][] = []
  let flags: readonly string[] = []
  beforeAll(async () => {
    const file = join(folder(), 'token')
    writeFileSync(file, 'hunter2\n')
    const from = (source: string, value: string) => call('login', {}, { [`token${source}`]: value })
    const { answers } = await together(
      [
        from('-from-env', 'MY_TOKEN'),
        from('-from-file', file),
        from('-from-env', 'NO_SUCH'),
        from('-from-file', `${file}.gone`),
        from('', 'hunter22'),
        call('login', {}, { schema: true }),
      ],
      { env: { MY_TOKEN: 'hunter22' } },
    )
    ;[variable, path, unset, gone, typed, schema] = answers
    flags = Object.keys(schema!.data['flags'] as object)
  })

  it('has no option whose value is a secret', () => {
    expect(flags).not.toContain('token')
    expect(typed).toMatchObject({ code: 2, error: { code: 'SECRET_IN_ARGUMENTS' } })
  })

  it('has two options for each secret, which the author does not write', () => {
    expect(flags).toEqual(expect.arrayContaining(['token-from-env', 'token-from-file']))
  })

  it('takes a secret from a variable or a file, and the answer shows neither', () => {
    for (const [answer, length] of [
      [variable!, 8],
      [path!, 7],
    ] as const) {
      expect(answer).toMatchObject({ code: 0, data: { length } })
      expect(JSON.stringify(answer)).not.toMatch(/hunter2|secret/)
    }
  })

  it('is refused if there is no such variable or file', () => {
    for (const { code, error } of [unset!, gone!])
      expect([code, error['phase']]).toEqual([2, 'validation'])
  })
})
