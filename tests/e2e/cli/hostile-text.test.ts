/* oxlint-disable no-control-regex -- control characters are what this file is about */
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { program, runAtTerminal } from '../processes/run-shell.ts'
import { suretyFile } from '../processes/run-surety.ts'

/** script(1) of util-linux makes the terminal; the one of other systems takes other options. */
const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout)
const surety = `'${process.execPath}' '${suretyFile}'`
const remembers = fileURLToPath(new URL('../../bin/remembers.sh', import.meta.url))

let folder = ''
let hostile = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-hostile-'))
  hostile = join(folder, 'hostile')
  const said = `exec '${remembers}' '${folder}' ${program('client/hostile-text.mjs')} "$@"`
  await writeFile(hostile, `#!/bin/sh\n${said}\n`, { mode: 0o755 })
  for (const kind of ['success', 'failure']) {
    const { stdout } = spawnSync(hostile, [kind], { encoding: 'utf8' })
    await writeFile(join(folder, `${kind}.json`), stdout)
  }
  await writeFile(join(folder, 'noise.json'), '\u001b]52;c;x\u0007\u009b2J{"ok"\n')
  const text = '\u001b]52;c;x\u0007\u009b2J\u202e'
  const calls = ['success', 'failure', 'plain-failure'].map((kind) => ({
    id: `${kind} ${text}`,
    argv: [hostile, kind, text],
  }))
  await writeFile(
    join(folder, 'calls.ndjson'),
    `${calls.map((call) => JSON.stringify(call)).join('\n')}\n${text}\n`,
  )
  // Memory of a tool with such a name, as an earlier version could have stored it.
  await mkdir(join(folder, 'state', 'tools', 'x'), { recursive: true })
  await writeFile(
    join(folder, 'state', 'tools', 'x', 'dialect.json'),
    JSON.stringify({ tool: `tool ${text}`, dialect: `dialect ${text}` }),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** Leaves nothing of what surety itself writes: colours, erased progress lines, the cursor switched. */
function foreignControls(text: string): string {
  return text
    .replaceAll(/\u001b\[(?:[\d;]*m|2K|\?25[hl]|[\d]*[AG])/g, '')
    .replaceAll(/[\r\n\t]/g, '')
    .replaceAll(/[^\p{Cc}\u202e]/gu, '')
}

async function atTerminal(line: string, env: Readonly<Record<string, string>> = {}) {
  const { stdout } = await runAtTerminal(`cd '${folder}'; ${line}`, [], {
    SURETY_STATE_DIR: join(folder, 'state'),
    ...env,
  })
  return stdout
}

describe.runIf(hasScript)('text of tools at a real terminal', () => {
  test.each([
    ['success', '', 'value'],
    ['success', '--format yaml', 'value'],
    ['failure', '', 'message'],
    ['failure', '--format json', 'message'],
    ['plain', '', 'stdout'],
    ['plain-failure', '', 'stderr'],
    ['plain-failure', '--dialect spec-1.0', 'no readable answer'],
  ])('%s of run %s is harmless', async (kind, options, seen) => {
    const text = await atTerminal(`${surety} run ${options} -- ${hostile} ${kind}`)
    expect(text).toContain(seen)
    expect(foreignControls(text)).toBe('')
  })

  test('a missing program with such a name is harmless', async () => {
    const text = await atTerminal(`${surety} run -- $'no\\e]52;c;x\\a'`)
    expect(text).toContain('PROGRAM_NOT_FOUND')
    expect(foreignControls(text)).toBe('')
  })

  test('batch, journal and memory are harmless', async () => {
    const batch = await atTerminal(`${surety} batch calls.ndjson`)
    expect(foreignControls(batch)).toBe('')
    const commands = ['journal tail', 'journal tail --format jsonl', 'memory list']
    for (const command of commands) {
      const text = await atTerminal(`${surety} ${command}`)
      expect(text.length, command).toBeGreaterThan(10)
      expect(foreignControls(text), command).toBe('')
    }
  })

  test.each([
    'decode success.json',
    'decode failure.json',
    'decode --check failure.json',
    'decode --check noise.json',
    'translate --from spec-1.0 --to td failure.json',
    'translate --from spec-1.0 --to td --captures success.json',
  ])('%s is harmless', async (command) => {
    const text = await atTerminal(`${surety} ${command}`)
    expect(text.length).toBeGreaterThan(10)
    expect(foreignControls(text)).toBe('')
  })

  test('a translation stays the same JSON', async () => {
    const command = `${surety} translate --from spec-1.0 --to td success.json`
    const shown = JSON.parse(await atTerminal(command)) as unknown
    const piped = JSON.parse(await atTerminal(`${command} > out; cat out`)) as unknown
    expect(shown).toEqual(piped)
  })
})
