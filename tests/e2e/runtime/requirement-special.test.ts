import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { Ajv } from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../processes/run-acme.ts'
import { runProgram, type Loose, type ProcessOptions } from '../processes/run-program.ts'
import { hasTerminals, program, runAtTerminal } from '../processes/run-shell.ts'

/** Runs a command of a tool that declares contract 1.16. */
async function special(argv: readonly string[], options: ProcessOptions = {}) {
  const trace = join(folder(), 'trace')
  const env = { TRACE: trace, XDG_STATE_HOME: folder(), ...options.env }
  const ended = await runProgram('requirement-special.mjs', argv, { ...options, env })
  const envelope = ended.documents.at(-1) ?? {}
  const handled = existsSync(trace) ? readFileSync(trace, 'utf8') : ''
  return { ...ended, envelope, handled, error: (envelope['error'] ?? {}) as Loose }
}

let manifest: Loose

beforeAll(async () => {
  const { envelope } = await special(['manifest'])
  manifest = envelope['data'] as Loose
})

it('the manifest of special commands keeps the schema of contract 1.16', async () => {
  const text = (name: string) => readFile(`schemas/1.16/${name}.json`, 'utf8')
  const ajv = new Ajv({ strict: false, validateFormats: false })
  ajv.addSchema(JSON.parse(await text('exit-code-entry')) as object)
  const isValid = ajv.compile(JSON.parse(await text('manifest-response')) as object)
  expect(isValid(manifest), JSON.stringify(isValid.errors)).toBe(true)
})

describe('a command with a confirm flag', () => {
  it('REQ-O-048/9,13: previews without it, whatever else is said', async () => {
    expect(manifest['commands'].apply.confirm_flag).toBe('really')
    for (const line of ['apply', 'apply --yes --non-interactive', 'apply --really --dry-run']) {
      const { code, envelope, handled } = await special(line.split(' '))
      expect({ line, code, handled }).toEqual({ line, code: 0, handled: '' })
      expect(envelope).toMatchObject({
        data: { effect: 'would_update', would_affect: { name: 'logs' } },
        meta: { dry_run: true },
      })
    }
  })

  it('REQ-O-048/10 REQ-C-005/10: changes things with it, also if it is --yes', async () => {
    for (const line of ['apply --really', 'agree --yes']) {
      const { envelope, handled } = await special(line.split(' '))
      expect(handled).toBe('x')
      expect(envelope).toMatchObject({
        data: { effect: 'updated' },
        meta: { dry_run: false, confirmed: true },
      })
    }
  })

  it('REQ-O-021/9 REQ-C-004/10: has --confirm-destructive if it destroys, and previews with --dry-run', async () => {
    expect(manifest['commands'].wipe.confirm_flag).toBe('confirm-destructive')
    const both = await special(['wipe', '--confirm-destructive', '--dry-run'])
    const bare = await special(['wipe'])
    for (const { code, envelope, handled } of [both, bare]) {
      expect([code, handled]).toEqual([0, ''])
      expect(envelope).toMatchObject({ data: { effect: 'would_delete' }, meta: { dry_run: true } })
    }
    const real = await special(['wipe', '--confirm-destructive'])
    expect(real.handled).toBe('x')
    expect(real.envelope['meta']).toMatchObject({ dry_run: false, confirmed: true })
  })
})

describe('a command for persons', () => {
  it('REQ-C-005/9 REQ-O-021/10: is refused without a terminal, and no flag replaces the person', async () => {
    for (const flags of [[], ['--yes', '--confirm-destructive'], ['--non-interactive']]) {
      const { code, error, handled } = await special(['approve', 'p-7', ...flags])
      expect({ flags, code, handled }).toEqual({ flags, code: 4, handled: '' })
      expect(error).toMatchObject({ code: 'PERSON_REQUIRED', retryable: false })
      expect(error['suggestion']).not.toContain('--')
      expect(error).not.toHaveProperty('fix_command')
    }
    const { approve } = manifest['commands']
    expect(approve).toMatchObject({ requires_person: true, interactive: true, mcp: false })
    expect(approve.exit_codes['4'].error_codes).toEqual(
      expect.arrayContaining(['PERSON_REQUIRED', 'ATTESTATION_MISMATCH']),
    )
  })

  it.runIf(hasTerminals)(
    'REQ-O-021/10: asks at a terminal for the text, also with --confirm-destructive',
    async () => {
      const line = `${program('requirement-special.mjs')} approve p-7 --confirm-destructive --yes`
      const typed = (press: string) => runAtTerminal(line, [{ when: "Type 'p-7'", press }])
      const right = await typed('p-7\r')
      expect(right.code).toBe(0)
      expect(stripVTControlCharacters(right.stdout)).toContain('Deleted')
      const wrong = await typed('p-8\r')
      expect(wrong.code).toBe(4)
      expect(stripVTControlCharacters(wrong.stdout)).toContain('ATTESTATION_MISMATCH')
    },
  )
})

describe('a command that serves a protocol', () => {
  it('REQ-C-004/9 REQ-O-021/10: may destroy things without a preview and without a flag', async () => {
    const { serve: entry } = manifest['commands']
    expect(entry).toMatchObject({
      stdout: 'protocol',
      protocol: 'line-lengths',
      danger_level: 'destructive',
    })
    for (const flag of ['dry-run', 'confirm-destructive', 'idempotency-key', 'output']) {
      expect(entry.flags).not.toHaveProperty(flag)
      expect(manifest['flags']).not.toHaveProperty(flag)
    }
    const refused = await special(['serve', '--confirm-destructive'])
    expect([refused.code, refused.stdout]).toEqual([2, ''])
    expect(refused.stderr.trimEnd().split('\n').at(-1)).toContain('"UNKNOWN_FLAG"')
    const served = await special(['serve'], { input: 'four' })
    expect([served.code, served.stdout]).toEqual([0, '4\n'])
  })

  it('REQ-F-011/9: is left alone while it waits longer than the time limit', async () => {
    const { code, stdout } = await special(['serve'], {
      env: { SPECIAL_LIMIT: '500' },
      input: null,
      whenReady: (child) => void setTimeout(() => child.stdin.end('hello'), 1200),
    })
    expect([code, stdout]).toEqual([0, '5\n'])
  })
})
