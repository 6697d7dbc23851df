import { defineCli, type ContractDeclaration } from 'surety'
import { runCli } from 'surety/testing'
import { describe, expect, test } from 'vitest'

import { claw } from './cli.ts'

const versions = { '1.0': 'claw-1.0', '2.0': 'claw-2.0' }

/** The same tool at another point of its way from the flat contract to the wrapped one. */
const at = (contract: ContractDeclaration) => defineCli({ ...claw.declaration, contract })
const ask = (contract: ContractDeclaration, ...flags: string[]) =>
  runCli(at(contract), ['show-tool', 'BashTool', '--output-format', 'json', ...flags])

describe('the way from 1.0 to 2.0', () => {
  test('first the new contract is there for those who ask', async () => {
    const contract = { versions, default: '1.0' }
    expect((await ask(contract)).document).toMatchObject({ type: 'success', kind: 'show-tool' })
    const asked = await ask(contract, '--envelope-version=2.0')
    expect(asked.document).toMatchObject({ schema_version: '2.0', exit_code: 0 })
    expect(asked.stderr).toBe('')
  })

  test('then it is the default, and the old one is there for those who ask', async () => {
    const contract = { versions, default: '2.0' }
    expect((await ask(contract)).document).toMatchObject({ schema_version: '2.0' })
    const asked = await ask(contract, '--legacy-envelope')
    expect(asked.document).toMatchObject({ type: 'success' })
    expect(asked.stderr).toBe('')
  })

  test('then the old one warns on stderr, and stdout stays one document', async () => {
    const contract = { versions, default: '2.0', deprecated: ['1.0'] }
    const asked = await ask(contract, '--legacy-envelope')
    expect(asked.document).toMatchObject({ type: 'success' })
    expect(asked.stderr).toBe(
      'Warning: Envelope version 1.0 is deprecated; use --envelope-version 2.0.\n',
    )
  })

  test('and in the end it is gone, with a word on what to use', async () => {
    const contract = { versions: { '2.0': 'claw-2.0' }, default: '2.0', removed: ['1.0'] }
    const asked = await ask(contract, '--envelope-version=1.0')
    expect(asked.exit).toBe(1)
    expect(asked.document).toMatchObject({
      error: { kind: 'parse', message: 'Envelope version 1.0 has been removed; use 2.0.' },
    })
  })
})
