import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { normalise, parseOrText, type Json } from './normalise.ts'
import { runExample } from './run-example.ts'

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

/**
 * Replays the transcript of an example on its real executable, all calls in one folder. With
 * SURETY_UPDATE_GOLDEN=1 it is rewritten instead, for review.
 */
export function replayTranscript(name: string): void {
  const file = fileURLToPath(new URL(`../${name}/transcript.json`, import.meta.url))
  const calls = JSON.parse(readFileSync(file, 'utf8')) as Call[]
  const seen: Call[] = []
  let folder = ''
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), `${name}-`)))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    if (isUpdating) await update(file, seen)
  })
  test.each(calls.map((call) => [call.title, call] as const))('%s', async (_title, call) => {
    const { title, argv, env, stdin } = call
    const left = await runExample(name, argv, {
      cwd: folder,
      ...(env && { env }),
      ...(stdin !== undefined && { stdin }),
    })
    const stream = (text: string) => normalise(parseOrText(text), folder)
    const now: Call = {
      title,
      argv,
      ...(env && { env }),
      ...(stdin !== undefined && { stdin }),
      exit: left.exit ?? -1,
      ...(left.stdout !== '' && { stdout: stream(left.stdout) }),
      ...(left.stderr !== '' && { stderr: stream(left.stderr) }),
    }
    seen.push(now)
    if (!isUpdating) expect(now).toEqual(call)
  })
}

async function update(file: string, calls: readonly Call[]): Promise<void> {
  const text = `${JSON.stringify(calls, null, 2)}\n`
  if ((await readFile(file, 'utf8')) !== text) await writeFile(file, text)
}
