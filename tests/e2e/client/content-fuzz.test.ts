import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import fc from 'fast-check'
import { createClient, createSessionMemory } from '@surety/client'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { testWith } from '../processes/programs-here.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures/dialects/', import.meta.url))

/** What the fixtures of all dialects print, both streams. */
const CONTENTS: readonly string[] = [
  ...new Set(
    readdirSync(fixtures)
      .flatMap((name) => Object.values(samplesOf(join(fixtures, name))))
      .flatMap(({ capture }) =>
        [capture?.stdout, capture?.stderr].filter((text) => typeof text === 'string'),
      ),
  ),
]

type Sample = { readonly capture?: { readonly stdout?: unknown; readonly stderr?: unknown } }

function samplesOf(file: string): Record<string, Sample> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Sample>
}

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surety-content-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const hooks = {
  approveRedirect: () => true,
  approveFix: () => true,
  refreshCredentials: () => true,
  changeArguments: (): readonly string[] => ['touch', join(folder, 'changed')],
  pages: 'all',
  safety: 'idempotent',
  sleep: async () => {},
} as const

type Printer = (file: string) => readonly string[]
const cat: Printer = (file) => ['cat', file]
const curl: Printer = (file) => ['curl', '-sS', `file://${file}`]
const gitShow: Printer = (file) => {
  const id = execFileSync('git', ['hash-object', '-w', file], { cwd: folder, encoding: 'utf8' })
  return ['git', 'show', id.trim()]
}

/** Prints a text with a program whose caller allows everything, and checks that nothing came of it. */
async function printAndCheck(text: string, printer: Printer, name: string): Promise<void> {
  const file = join(folder, name)
  await writeFile(file, text)
  const memory = createSessionMemory()
  const client = createClient({ memory, cwd: folder, ...hooks })
  const { outcome, attempts, verdict } = await client.run(printer(file))
  expect(attempts).toHaveLength(1)
  expect(await memory.list()).toEqual([])
  expect(outcome).toMatchObject({ ok: true, exit: 'SUCCESS' })
  expect(verdict.kind).toBe('accept')
  const { stdout } = outcome.data as { readonly stdout: unknown }
  if (typeof stdout === 'string') expect(stdout).toBe(await asPrinted(file))
  else expect(stdout).toEqual(JSON.parse(text.trim()))
}

const asPrinted = async (file: string) => new TextDecoder().decode(await readFile(file))

test('every fixture, printed by cat, is plain data', async () => {
  expect(CONTENTS.length).toBeGreaterThan(250)
  // Neighbours are much alike, so `npm test` prints every second one.
  const step = process.env['SURETY_LONG'] === '1' ? 1 : 2
  const printed = CONTENTS.filter((_, at) => at % step === 0)
  const client = (text: string, index: number) => printAndCheck(text, cat, `fixture-${index}`)
  for (let at = 0; at < printed.length; at += 8) {
    await Promise.all(printed.slice(at, at + 8).map((text, index) => client(text, at + index)))
  }
})

/** A fixture with one part changed: cut, doubled, moved, a word or number replaced. */
const mutation = fc
  .tuple(
    fc.constantFrom(...CONTENTS.filter((text) => text !== '')),
    fc.constantFrom(...CONTENTS),
    fc.constantFrom('cut', 'double', 'join', 'word', 'number', 'flip'),
    fc.nat(),
    fc.nat(),
  )
  .map(([text, other, kind, one, two]) => {
    const [from, to] = [one % text.length, two % text.length].toSorted((a, b) => a - b) as [
      number,
      number,
    ]
    switch (kind) {
      case 'cut':
        return text.slice(0, from) + text.slice(to)
      case 'double':
        return text.slice(0, to) + text.slice(from)
      case 'join':
        return `${text}\n${other}`
      case 'word':
        return text.replace(/"(?:code|retryable|ok|type)":[^,}]*/, '"retryable":true')
      case 'number':
        return text.replace(/\d+/, String(one * 10_000_000_000 + two))
      default:
        return text.replace('false', 'true').replace('null', '{"command":"sh -c true"}')
    }
  })

test.each([
  ['cat', cat],
  ['git show', gitShow],
] as const)('mutated fixtures, printed by %s, are plain data', printMutations)

testWith('curl')('mutated fixtures, printed by curl, are plain data', () =>
  printMutations('curl', curl),
)

async function printMutations(name: string, printer: Printer): Promise<void> {
  let count = 0
  await fc.assert(
    fc.asyncProperty(mutation, async (text) => {
      count += 1
      await printAndCheck(text, printer, `${name.replace(' ', '-')}-${count}`)
    }),
    { numRuns: 60 },
  )
}
