import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { wordsOf } from '../../tests/e2e/processes/as-words.ts'
import { normalise, parseOrText, type Json } from '../../tests/tools/transcript/normalise.ts'
import { collectOutput } from '../../tests/tools/transcript/run-example.ts'

/** An entry of the transcript, whose answer is the same in every framework. */
interface Entry {
  readonly title: string
  /** Words of a command line; without them `call` is a call as data. */
  readonly words?: string
  readonly call?: Json
  /** Of a process of its own. */
  readonly exit?: number
  readonly answer: Json
}

const home = fileURLToPath(new URL('.', import.meta.url))
/** `npm run test:nodes` names a copy of this folder, whose programs find newer frameworks. */
const folder = process.env['SURETY_TEST_ADAPTERS'] ?? home
const node = process.env['SURETY_TEST_NODE'] ?? process.execPath
const file = `${home}transcript.json`
const entries = JSON.parse(readFileSync(file, 'utf8')) as readonly Entry[]
const frameworks = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/desk`))
const isUpdating = process.env['SURETY_UPDATE_GOLDEN'] === '1'

/** Runs one framework's program, with a pipe as its output. */
async function run(
  framework: string,
  words: readonly string[],
  input: string,
): Promise<{ readonly stdout: string; readonly exit: number }> {
  const child = spawn(node, [`${folder}${framework}/desk`, ...words], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir() },
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  const { stdout, exit } = await collectOutput(child, input)
  return { stdout, exit: exit ?? -1 }
}

/** Makes the calls that are data, each in a process. */
async function runCalls(framework: string): Promise<readonly Json[]> {
  const answers: Json[] = []
  for (const { call } of entries) {
    if (call === undefined) continue
    const { stdout } = await run(framework, wordsOf(call as never), '')
    answers.push(normalise(JSON.parse(stdout) as Json, folder))
  }
  return answers
}

/** Processes that end in code which all frameworks share: one framework makes each. */
const SHARED: Readonly<Record<string, string>> = {
  'an unknown command is refused with a suggestion': 'cac',
  'a prompt without a terminal is an error': 'commander',
  'another dialect and format answer as well': 'citty',
}

/** All make all of them in long runs, with other versions and for a new transcript. */
const isWhole =
  isUpdating || process.env['SURETY_LONG'] === '1' || folder !== home || node !== process.execPath

function entriesOf(framework: string): readonly Entry[] {
  const isMade = ({ title }: Entry) => isWhole || (SHARED[title] ?? framework) === framework
  return entries.filter((entry) => isMade(entry) && (framework !== 'citty' || isForAll(entry)))
}

/** citty hands further words on to a command, so none is one too many. */
const isForAll = ({ title }: Entry) => title !== 'a word too many is refused'

async function runAll(framework: string): Promise<readonly Entry[]> {
  const answers = runCalls(framework).then((all) => all.values())
  return Promise.all(
    entriesOf(framework).map(async ({ title, words, call }) => {
      if (words === undefined)
        return { title, call: call!, answer: (await answers).next().value ?? null }
      const { stdout, exit } = await run(framework, words.split(' '), '')
      return { title, words, exit, answer: normalise(parseOrText(stdout), folder) }
    }),
  )
}

describe('an adapted program', () => {
  it.each(frameworks)('answers the transcript of all frameworks: %s', async (framework) => {
    const seen = await runAll(framework)
    if (isUpdating && framework === 'commander')
      await writeFile(file, `${JSON.stringify(seen, null, 2)}\n`)
    else expect(seen).toEqual(entriesOf(framework))
  })

  it('makes every call of the transcript', () => {
    const made = new Set(frameworks.flatMap((framework) => entriesOf(framework)))
    expect([...made].toSorted((a, b) => entries.indexOf(a) - entries.indexOf(b))).toEqual(entries)
    expect(entries.map(({ title }) => title)).toEqual(expect.arrayContaining(Object.keys(SHARED)))
  })
})
