import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { normalise, parseOrText, type Json } from './normalise.ts'
import { executableOf, runExample, type Left, type Surroundings } from './run-example.ts'
import { runInMemory, type ExampleName } from './run-in-memory.ts'

/** One call of a transcript with its expected output; empty members are left out. */
export interface Call {
  readonly title: string
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly exit: number
  readonly stdout?: Json
  readonly stderr?: Json
}

const isUpdating = process.env['SURETY_UPDATE_GOLDEN'] === '1'

/** Every call is made by the executable while the transcript is rewritten, and in long runs. */
const isWhole = isUpdating || process.env['SURETY_LONG'] === '1'

/**
 * Replays the transcript of an example in one folder, then all of it in memory. The real executable makes
 * the first call of each kind (`kindsOf`); the others are made in memory, where a call takes a twentieth of
 * the time. With SURETY_UPDATE_GOLDEN=1 the transcript is rewritten instead, for review.
 */
export function replayTranscript(name: ExampleName): void {
  const file = join(dirname(executableOf(name)), 'transcript.json')
  const calls = JSON.parse(readFileSync(file, 'utf8')) as Call[]
  const seen: Call[] = []
  const kinds = new Map(
    calls.toReversed().flatMap((call) => kindsOf(call).map((kind) => [kind, call] as const)),
  )
  let folder = ''
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), `${name}-`)))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    if (isUpdating) await update(file, seen)
  })
  test.each(calls.map((call) => [call.title, call] as const))('%s', async (_title, call) => {
    const isReal = isWhole || kindsOf(call).some((kind) => kinds.get(kind) === call)
    const run = isReal ? runExample : runInMemory
    const now = await replay(call, folder, (argv, more) => run(name, argv, more))
    seen.push(now)
    if (!isUpdating) expect(now).toEqual(call)
  })
  test('a run in memory answers every call as the executable does', async () => {
    const home = await realpath(await mkdtemp(join(tmpdir(), `${name}-memory-`)))
    const answers: Call[] = []
    for (const call of calls)
      answers.push(await replay(call, home, (argv, more) => runInMemory(name, argv, more)))
    await rm(home, { recursive: true, force: true })
    expect(answers).toEqual(isUpdating ? seen : calls)
  })
}

/** Each command is a process once, and so is each combination of what a process adds: exit, streams, environment. */
function kindsOf({ argv, env, stdin, exit, stdout, stderr }: Call): readonly string[] {
  const command = argv.find((word) => !word.startsWith('-'))
  const streams = [stdin, stdout, stderr].map((text) => text !== undefined)
  return [String(command), JSON.stringify([exit, streams, Object.keys(env ?? {})])]
}

async function replay(
  { title, argv, env, stdin }: Call,
  folder: string,
  run: (argv: readonly string[], surroundings: Surroundings) => Promise<Left>,
): Promise<Call> {
  const given = { ...(env && { env }), ...(stdin !== undefined && { stdin }) }
  const left = await run(argv, { cwd: folder, ...given })
  const stream = (text: string) => normalise(parseOrText(text), folder)
  return {
    title,
    argv,
    ...given,
    exit: left.exit ?? -1,
    ...(left.stdout !== '' && { stdout: stream(left.stdout) }),
    ...(left.stderr !== '' && { stderr: stream(left.stderr) }),
  }
}

async function update(file: string, calls: readonly Call[]): Promise<void> {
  const text = `${JSON.stringify(calls, null, 2)}\n`
  if ((await readFile(file, 'utf8')) !== text) await writeFile(file, text)
}
