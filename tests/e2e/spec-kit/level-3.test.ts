import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, expect, test } from 'vitest'

import { runKit, type Profile } from './kit.ts'

const folder = mkdtempSync(join(tmpdir(), 'spec-kit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

const TOOLS: Readonly<Record<string, Profile>> = {
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
      { kind: 'stream', argv: ['people', 'watch', '--stream', '--pause', '0s'] },
      { kind: 'stream', argv: ['people', 'watch', '--stream', '--rounds', '200'], afterLines: 2 },
    ],
  },
}

test.each(Object.entries(TOOLS))(
  '%s passes the checks of level 3',
  async (_name, profile) => {
    expect(await runKit(profile)).toEqual({})
  },
  60_000,
)
