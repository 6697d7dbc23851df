import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Profile } from './kit.ts'

export const folder = mkdtempSync(join(tmpdir(), 'spec-kit-'))
const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const td = {
  command: [process.execPath, root('examples/td/td')],
  env: { TD_ENVELOPE: 'spec-1.16', TD_DATA_DIR: join(folder, 'td') },
}

/** Captures of a tool, enough of them that a signal arrives before the last one is read. */
const captures = join(folder, 'captures.ndjson')
const few = join(folder, 'few.ndjson')

/** Writes what the probes of the tools read. */
export function prepare(): void {
  const capture = { stdout: '{"ok":true,"type":"task_list","data":[]}', stderr: '', exit_code: 0 }
  const line = `${JSON.stringify(capture)}\n`
  writeFileSync(captures, line.repeat(50_000))
  writeFileSync(few, line.repeat(3))
  for (const content of ['Buy tea', 'Drink tea', 'Sleep']) {
    const { status, stdout } = spawnSync(td.command[0]!, [td.command[1]!, 'add', content], {
      env: { ...process.env, ...td.env },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stdout)
  }
}

/** The three tools in contract 1.16, with all that the kit asks for. */
export const TOOLS: Readonly<Record<string, Profile>> = {
  hello: {
    command: [process.execPath, root('examples/hello/hello')],
    env: { HELLO_BOOK: join(folder, 'people.json') },
    manifest: ['manifest'],
    order: {
      path: ['people', 'ls'],
      local: ['--limit', '2'],
      flag: '--format',
      value: 'json',
      alternate: 'plain',
      positional: 'languages',
    },
    probes: [
      { kind: 'read', argv: ['greet', 'Ada'] },
      { kind: 'read', argv: ['people', 'ls'] },
      { kind: 'invalid', argv: ['people', 'ls', '--nope'] },
      { kind: 'destructive', argv: ['people', 'rm', 'Ada'], dryRunFlag: '--dry-run' },
      { kind: 'stream', argv: ['people', 'watch', '--format', 'jsonl', '--pause', '0s'] },
      {
        kind: 'stream',
        argv: ['people', 'watch', '--format', 'jsonl', '--rounds', '200'],
        afterLines: 2,
      },
    ],
  },
  td: {
    ...td,
    manifest: ['manifest'],
    order: {
      path: ['ls'],
      local: ['--filter', 'tea'],
      flag: '--format',
      value: 'json',
      alternate: 'plain',
    },
    probes: [
      { kind: 'read', argv: ['ls', '--all'] },
      { kind: 'read', argv: ['show', 'Sleep'] },
      { kind: 'invalid', argv: ['ls', '--sort', 'bogus'] },
      { kind: 'invalid', argv: ['nope'] },
      { kind: 'destructive', argv: ['delete', 'Sleep'], dryRunFlag: '--dry-run' },
      { kind: 'stream', argv: ['watch', '--format', 'jsonl', '--for', '0s'] },
      { kind: 'stream', argv: ['watch', '--format', 'jsonl'], afterLines: 2 },
    ],
  },
  // No command of surety destroys anything, so the kit skips the two checks about it.
  surety: {
    command: [process.execPath, root('node_modules/@surety/cli/dist/cli/surety.cjs')],
    env: { SURETY_ENVELOPE: 'spec-1.16', SURETY_STATE_DIR: join(folder, 'state') },
    manifest: ['manifest'],
    order: {
      path: ['decode'],
      local: ['--dialects', '--fields', 'id'],
      flag: '--format',
      value: 'json',
      alternate: 'plain',
    },
    probes: [
      { kind: 'read', argv: ['decode', '--dialects'] },
      { kind: 'read', argv: ['journal', 'tail'] },
      { kind: 'read', argv: ['memory', 'forget', '--all', '--dry-run'] },
      { kind: 'invalid', argv: ['decode', '--nope'] },
      { kind: 'invalid', argv: ['memory', 'forget'] },
      { kind: 'stream', argv: ['decode', '--captures', few, '--format', 'jsonl'] },
      {
        kind: 'stream',
        argv: ['decode', '--captures', captures, '--format', 'jsonl'],
        afterLines: 2,
      },
    ],
  },
}
