import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

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
  it('REQ-C-016/3,4: takes no secret as a value', async () => {
    await expectRefusals('C-016')
    const { data } = await contracts('login --schema')
    expect(data['secret_env_vars']).toEqual(['CONTRACTS_TOKEN'])
  })
})

describe('input', () => {
  it('REQ-C-016/1,2,5,6 REQ-O-022/1,2,3,4,5,6: names the source of a secret', async () => {
    const file = join(folder(), 'token')
    writeFileSync(file, 'hunter2\n')
    const log = join(folder(), 'audit.jsonl')
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
      { env: { MY_TOKEN: 'hunter22', WORK_AUDIT_LOG: log } },
    )
    const [variable, path, unset, gone, typed, schema] = answers
    expect([variable!.data, path!.data]).toEqual([{ length: 8 }, { length: 7 }])
    expect([unset!.code, gone!.code, typed!.code]).toEqual([2, 2, 2])
    const flags = Object.keys(schema!.data['flags'] as object)
    expect(flags).toEqual(expect.arrayContaining(['token-from-env', 'token-from-file']))
    expect(flags).not.toContain('token')
    expect(readFileSync(log, 'utf8')).not.toContain('hunter2')
  })
})
