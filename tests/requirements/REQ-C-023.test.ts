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

describe('children', () => {
  it('REQ-C-023/1,2,3,4,5,6: are no editors where nobody types', async () => {
    const home = folder()
    const env = { HOME: home, EDITOR: fakeProgram('vi', home) }
    const [refusal, given, schema] = await Promise.all([
      contracts('edits', { env }),
      contracts('edits --message hi', { env }),
      contracts('edits --schema'),
    ])
    expect(refusal).toMatchObject({ code: 4, error: { suggestion: 'Use --message instead.' } })
    expect(given.data).toEqual({ text: 'hi' })
    expect(existsSync(join(home, 'started'))).toBe(false)
    expect(schema.data).toMatchObject({
      requires_editor: true,
      non_interactive_alternatives: [{ flag: '--message' }],
    })
    expect(entry('edits')['non_interactive_alternatives']).toEqual(['--message'])
    if (hasTerminals) {
      await runAtTerminal(`${program('requirements/contracts.mjs')} edits`, [], env)
      expect(readFileSync(join(home, 'started'), 'utf8')).toBe('file\n')
    }
    await expectRefusals('C-023')
  })
})
