import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

import { runTool } from '@surety/client'
import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { type Loose } from '../e2e/processes/run-program.ts'
import { hasTerminals, program, runAtTerminal } from '../e2e/processes/run-shell.ts'
import { contractManifest, expectRefusals, contracts } from './contracts.ts'

let manifest: Loose

beforeAll(async () => {
  manifest = await contractManifest()
})

const entry = (name: string) => manifest['data'].commands[name] as Loose

const file = fileURLToPath(new URL('../bin/requirements/contracts.mjs', import.meta.url))

describe('a command for persons', () => {
  it('is declared as one, is kept from MCP and names its failures, or is refused', async () => {
    await expectRefusals('C-036')
    for (const [name, { requires_person: person }] of Object.entries<Loose>(
      manifest['data'].commands,
    ))
      expect(person, name).toBe(name === 'approve' ? true : undefined)
    expect(entry('approve')).toMatchObject({ interactive: true, mcp: false })
    expect(entry('approve')['exit_codes']['4'].error_codes).toEqual(
      expect.arrayContaining(['PERSON_REQUIRED', 'ATTESTATION_MISMATCH']),
    )
  })
})

describe('a command for persons', () => {
  it('runs for nobody else', async () => {
    const runs = await Promise.all([
      contracts('approve p-7'),
      contracts('approve p-7 --yes'),
      contracts('approve p-7 --non-interactive'),
    ])
    for (const { code, trace, error } of runs) {
      expect([code, trace]).toEqual([4, []])
      expect(error).toMatchObject({ code: 'PERSON_REQUIRED', retryable: false })
      expect(error['suggestion']).not.toContain('--')
      expect(error).not.toHaveProperty('fix_command')
    }
    const argv = [process.execPath, file, 'approve', 'p-7']
    const { attempts, verdict } = await runTool(argv, { memory: false, dialect: 'spec-1.16' })
    expect(attempts).toHaveLength(1)
    expect(verdict.kind).toBe('escalate')
  })

  it.runIf(hasTerminals)(
    'runs after the exact text at a terminal, whatever flags are given',
    async () => {
      const approve = async (flags: string, press: string) => {
        const TRACE = join(folder(), 'trace')
        const line = `${program('requirements/contracts.mjs')} approve p-7 ${flags}`
        const ended = await runAtTerminal(line, [{ when: "Type 'p-7'", press }], { TRACE })
        return [ended.code, existsSync(TRACE), stripVTControlCharacters(ended.stdout)] as const
      }
      const [right, wrong] = await Promise.all([approve('--yes', 'p-7\r'), approve('', 'p-8\r')])
      expect(right.slice(0, 2)).toEqual([0, true])
      expect(wrong).toEqual([4, false, expect.stringContaining('ATTESTATION_MISMATCH')])
    },
  )
})
