import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { runCli } from 'surety/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTd } from './cli.ts'

const td = createTd({})
let data = ''
// Signals need a process: document.test.ts sends them.
const types = new Set<string>()
const codes = new Map([['cancelled', 130]])

interface Envelope {
  readonly ok: boolean
  readonly type: string
  readonly data: unknown
  readonly error: { readonly code: string; readonly message: string; readonly suggestion: string }
}

async function run(argv: readonly string[], env: Record<string, string> = {}): Promise<Envelope> {
  const surroundings = { env: { TD_DATA_DIR: data, ...env } }
  const { document, exit } = await runCli(td, argv, { ...surroundings, unchecked: true })
  const envelope = document as unknown as Envelope
  if (envelope.ok) types.add(envelope.type)
  else codes.set(envelope.error.code, exit)
  return envelope
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'td-listing-'))
  for (const argv of [
    ['next'],
    ['add', 'Tea', '--due', 'today', '-l', 'home'],
    ['add', 'Tea time'],
    ['ls', '--all'],
    ['ls', '--all', '--ids'],
    ['today'],
    ['next'],
    ['show', '1'],
    ['edit', '1', '--priority', '2'],
    ['project-add', 'Work'],
    ['project', 'Work'],
    ['projects'],
    ['ls', '--token-count'],
    ['ls', '--all', '--fields', 'id'],
    ['label-add', 'errand'],
    ['labels'],
    ['search', 'tea'],
    ['move', '1', '-p', 'Work'],
    ['done', '1'],
    ['log'],
    ['undo', '1'],
    ['undo', 'nothing'],
    ['delete', 't1', '--id', '--dry-run'],
    ['delete', 't1', '--id', '--yes'],
    ['schema'],
    ['version', '--json'],
    ['manifest'],
    ['ls', '--help', '--json'],
    ['ls', '--schema'],
    ['completion', 'bash', '--json'],
    ['--llms', '--json'],
    ['agent-guide'],
    ['skills', 'generate'],
    ['skills', 'install', join(data, 'skills')],
    ['skills', 'check', join(data, 'skills')],
    ['skills', 'section', join(data, 'AGENTS.md')],
    // And everything that can go wrong.
    ['show', 'zzz'],
    ['ls', '-p', 'zzz'],
    ['add'],
    ['add', 'x', '--due', 'whenever'],
    ['ls', '--sort', 'colour'],
    ['ls', '--envelope', 'nonsense'],
    ['nonsense'],
    ['show'],
    ['delete', 'time'],
    ['add', 'Tea break'],
    ['show', 'tea'],
  ]) {
    await run(argv)
  }
  const { etag } = (await run(['manifest'])).data as { etag: string }
  await run(['manifest', '--etag', etag])
  for (const service of ['rate_limit', 'unauthorized', 'server_error', 'no_token']) {
    await run(['ls'], { TD_SIMULATE: service })
  }
  await writeFile(join(data, 'tasks.json'), '{')
  await run(['ls'])
})
afterAll(() => rm(data, { recursive: true, force: true }))

test('td schema lists every type that was printed, and every listed one was printed', async () => {
  const listing = (await run(['schema'])).data as { types: string[] }
  expect(listing.types).toEqual([...types].toSorted())
})

test('td schema lists every error code that was printed, with its exit, and no others', async () => {
  const listing = (await run(['schema'])).data as { errors: { code: string; exit_code: number }[] }
  expect(
    Object.fromEntries(listing.errors.map(({ code, exit_code }) => [code, exit_code])),
  ).toEqual(Object.fromEntries(codes))
})
