import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { normalise, type Json } from '../transcript/normalise.ts'
import { runInMemory } from '../transcript/run-in-memory.ts'
import { hasTerminal, runAtTerminal } from '../transcript/run-shell.ts'
import { CALLS, FAILURES } from './calls.ts'

const VERSIONS = ['2.0', '1.0'] as const
const isUpdating = process.env['SURETY_UPDATE_GOLDEN'] === '1'

type Document = Readonly<Record<string, Json>>

let folder = ''

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'claw-')))
  const sessions = join(folder, 'prepared')
  await mkdir(join(sessions, 'folder.jsonl'), { recursive: true })
  await writeFile(join(sessions, 'damaged.jsonl'), '{"type":"session_meta"}\nnot json\n')
  const meta = { type: 'session_meta', version: 1, workspace_root: '/somewhere/else' }
  await writeFile(join(sessions, 'foreign.jsonl'), `${JSON.stringify(meta)}\n`)
  await writeFile(join(folder, 'blocked'), 'a file where a folder should be')
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function call(argv: readonly string[], version: string) {
  const flags = ['--output-format', 'json', `--envelope-version=${version}`]
  const { stdout, stderr, exit } = await runInMemory('claw', [...argv, ...flags], { cwd: folder })
  return { document: JSON.parse(stdout) as Document, stderr, exit }
}

describe.each(VERSIONS)('contract %s', (version) => {
  test.each(Object.entries(CALLS))('%s answers as its golden file says', async (name, argv) => {
    const { document, stderr, exit } = await call(argv, version)
    await compare(`fixtures/${version}/${name}.json`, normalise(document, folder))
    expect(exit).toBe(0)
    expect(stderr).toBe(
      version === '2.0'
        ? ''
        : 'Warning: Envelope version 1.0 is deprecated; use --envelope-version 2.0.\n',
    )
    if (version === '2.0') expectCommonFields(document, exit, name)
    else expect(document).toMatchObject({ type: 'success', kind: name })
  })

  test('what is called handled was done: the tool has its payload, or the call fails', async () => {
    const argv = ['exec-tool', 'BashTool', `build ${version}`]
    expect((await call(argv, version)).document).toMatchObject({ handled: true })
    const queue = join(folder, '.claw', 'handed.jsonl')
    expect(await readFile(queue, 'utf8')).toContain(`"payload":"build ${version}"}\n`)
    await rm(queue)
    await mkdir(queue)
    const { document, exit } = await call(argv, version)
    expect([exit, document['handled']]).toEqual([1, undefined])
    await rm(queue, { recursive: true })
  })

  test.each(FAILURES)('$argv fails as $kind', async ({ argv, kind, legacyKind, retryable }) => {
    const isSession = ['load-session', 'delete-session'].includes(argv[0] ?? '')
    const where = isSession ? ['--directory', 'prepared'] : []
    const { document, exit } = await call([...argv, ...where], version)
    expect(exit).toBe(1)
    if (version === '1.0') {
      expect(document).toMatchObject({ type: 'error', kind: legacyKind })
      expect(typeof document['error']).toBe('string')
      expect(document).toHaveProperty('hint')
      return
    }
    expectCommonFields(document, exit)
    const error = document['error'] as Document
    expect(error).toMatchObject({ kind, retryable })
    expect(error['message']).toEqual(expect.any(String))
    if (kind.endsWith('_not_found')) {
      expect(document).toMatchObject({ name: argv[1], found: false })
    } else {
      expect(error['operation']).toEqual(expect.stringMatching(/./))
      expect(error['target']).toEqual(expect.stringMatching(/./))
    }
  })
})

test('a time limit ends with 2: no error in 2.0, and no success in 1.0', async () => {
  const argv = ['turn-loop', 'hello', '--timeout-seconds', '0']
  const modern = await call(argv, '2.0')
  expectCommonFields(modern.document, modern.exit, 'turn-loop')
  expect(modern.exit).toBe(2)
  expect(modern.document).not.toHaveProperty('error')
  const legacy = await call(argv, '1.0')
  expect(legacy.exit).toBe(2)
  expect(legacy.document).toMatchObject({ type: 'error', kind: 'timeout', turns: [] })
})

describe.runIf(hasTerminal)('at a terminal', () => {
  test.each([
    ['claw show-tool nothing', "error: tool 'nothing' not found\nhint: 'claw tool-pool"],
    ['claw bogus', "error: There is no command 'bogus'.\nhint: See claw --help."],
    ['claw flush-transcript x --directory blocked/s', 'error: Not a directory\nhint: a part of'],
  ])('%s is a line and a hint', async (line, text) => {
    const { stdout } = await runAtTerminal(line, { cwd: folder })
    expect(stdout.startsWith(text)).toBe(true)
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
  })
})

/** The field consistency that the contract asks for: five members on every document. */
function expectCommonFields(document: Document, exit: number | null, command?: string): void {
  expect(document['timestamp']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  expect(document['command']).toEqual(command ?? expect.stringMatching(/./))
  expect(document['exit_code']).toBe(exit)
  expect(document['output_format']).toBe('json')
  expect(document['schema_version']).toBe('2.0')
}

/** Compares with a file that a person has reviewed; SURETY_UPDATE_GOLDEN=1 writes it instead. */
async function compare(name: string, document: Json): Promise<void> {
  const file = fileURLToPath(new URL(name, import.meta.url))
  if (isUpdating) {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(document, null, 2)}\n`)
    return
  }
  expect(document).toEqual(JSON.parse(await readFile(file, 'utf8')))
}
