import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
import { contractManifest, contracts, expectRefusals, fakeProgram } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

describe('editors', () => {
  const home = folder()
  let env: Record<string, string>
  let [refusal, given, schema]: Awaited<ReturnType<typeof contracts>>[] = []
  beforeAll(async () => {
    env = { HOME: home, EDITOR: fakeProgram('vi', home) }
    ;[refusal, given, schema] = await Promise.all([
      contracts('edits', { env }),
      contracts('edits --message hi', { env }),
      contracts('edits --schema'),
    ])
  })

  it('REQ-C-023/2,3: do not open where nobody types: an option stands for them', () => {
    expect(refusal).toMatchObject({ code: 4, error: { suggestion: 'Use --message instead.' } })
    expect(given!.data).toEqual({ text: 'hi' })
    expect(existsSync(join(home, 'started'))).toBe(false)
  })

  it('REQ-C-023/6: are in schema and manifest, with the option', () => {
    expect(schema!.data).toMatchObject({
      requires_editor: true,
      non_interactive_alternatives: [{ flag: '--message' }],
    })
    expect(entry('edits')['non_interactive_alternatives']).toEqual(['--message'])
  })

  it('REQ-C-023/1,5: need an option that the command has', async () => {
    await expectRefusals('C-023')
  })

  it.runIf(hasTerminals)('REQ-C-023/4: open at a terminal', async () => {
    await runAtTerminal(`${program('requirements/contracts.mjs')} edits`, [], env)
    expect(readFileSync(join(home, 'started'), 'utf8')).toBe('file\n')
  })
})
