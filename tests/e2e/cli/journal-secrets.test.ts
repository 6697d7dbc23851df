import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createBench, type Bench } from '../processes/workspace.ts'
import { ORDINARY_COMMANDS, SECRET, SECRET_SPELLINGS } from './secret-spellings.table.ts'

let bench: Bench
let programs = ''
beforeAll(async () => {
  bench = await createBench()
  programs = join(bench.folder, 'programs')
  await mkdir(programs)
  // Stand-ins, because the real programs would be called with nonsense.
  const names = [...SECRET_SPELLINGS.map(({ argv }) => argv), ...ORDINARY_COMMANDS].map(
    ([name = '']) => name,
  )
  for (const name of new Set(names)) {
    await writeFile(join(programs, name), '#!/bin/sh\nexit 0\n')
    await chmod(join(programs, name), 0o755)
  }
})
afterAll(() => bench.remove())

/** Runs command lines with the built binary; returns the journal's text and its lines about ends. */
async function journalAfter(name: string, commands: readonly (readonly string[])[]) {
  const state = join(bench.folder, name)
  const input = join(bench.folder, `${name}.ndjson`)
  await writeFile(input, commands.map((argv) => `${JSON.stringify({ argv })}\n`).join(''))
  const words = ['batch', input, '--state-dir', state, '--no-memory', '--concurrency', '4']
  const { code, stderr } = await bench.surety(words, { env: { PATH: programs } })
  expect(code, stderr).toBe(0)
  const text = await readFile(join(state, 'journal', 'journal.ndjson'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { outcome?: string; argv: readonly string[] })
  return { text, lines: lines.filter(({ outcome }) => outcome !== undefined) }
}

describe('the journal', () => {
  test(`has no secret in ${SECRET_SPELLINGS.length} spellings`, async () => {
    expect(SECRET_SPELLINGS.length).toBeGreaterThan(111)
    const { text, lines } = await journalAfter(
      'secret',
      SECRET_SPELLINGS.map(({ argv }) => argv),
    )
    expect(lines).toHaveLength(SECRET_SPELLINGS.length)
    const decoded = lines.map((line) => JSON.stringify(line)).join('\n')
    const leaked = SECRET_SPELLINGS.filter(({ secrets }) =>
      secrets.some((secret) => text.includes(secret) || decoded.includes(secret)),
    )
    expect(leaked).toEqual([])
  })

  test('keeps ordinary command lines as they are', async () => {
    const { lines } = await journalAfter('ordinary', ORDINARY_COMMANDS)
    const kept = new Set(lines.map(({ argv }) => JSON.stringify(argv)))
    expect(ORDINARY_COMMANDS.filter((argv) => !kept.has(JSON.stringify(argv)))).toEqual([])
  })

  test('has no secret of a run that failed, nor of its variables', async () => {
    const hidden = 'v4ri4ble-v4lue'
    const shout = `echo "cannot use --token ${SECRET} nor ${hidden}" >&2; exit 3`
    for (const argv of [
      ['sh', '-c', shout],
      ['sh', '-c', `exit 1`, `https://ada:${SECRET}@example.org`, hidden],
      [`no-such-program-${hidden}`, '--password', SECRET],
    ]) {
      const { meta } = await bench.answer(['run', '--quiet', '--full', '--', ...argv], {
        env: { ACME_TOKEN: hidden },
      })
      expect(JSON.stringify(meta.attempts)).not.toContain(SECRET)
    }
    const folder = join(bench.state, 'journal')
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8')
      expect(text).not.toContain(SECRET)
      expect(text).not.toContain(hidden)
    }
  })
})

describe('the state folder', () => {
  test('has no argument in the name of a file, and no secret in a redirect or cache', async () => {
    const redirect = (command: string) => ({
      exit: 13,
      error: {
        code: 'MOVED',
        message: 'It moved.',
        retryable: true,
        redirect: { command: `client-flaky ${command}`, permanent: true },
      },
    })
    for (const words of [
      ['user', `--name=Visible9`],
      ['login', `--token=${SECRET}`],
    ]) {
      const { argv } = await bench.flaky([
        // With a path among its words a rule is for this command line alone.
        redirect(['/home', 'new', ...words].join(' ')),
        { exit: 0, data: 1, meta: { etag: 'e1' } },
      ])
      const options = ['--cache', '--dialect', 'spec-1.0']
      const { ok } = await bench.answer(['run', ...options, '--', ...argv, '/home', ...words])
      expect(ok).toBe(true)
    }
    const names = await readdir(bench.state, { recursive: true })
    const parts = names.map((name) => basename(name))
    expect(parts.filter((name) => name.startsWith('redirect-'))).toHaveLength(1)
    expect(parts.filter((name) => /^[\da-f]{64}\.json$/.test(name)).length).toBeGreaterThan(0)
    expect(names.join('\n')).not.toMatch(/Visible9|Xq7v/)
    for (const name of names.filter((path) => path.endsWith('json'))) {
      expect(await readFile(join(bench.state, name), 'utf8'), name).not.toContain(SECRET)
    }
  })
})
