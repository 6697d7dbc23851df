import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { normalise, parseOrText, type Json } from '../transcript/normalise.ts'
import { collectOutput } from '../transcript/run-example.ts'

/** One call of the transcript and its answer, which is the same in every framework. */
interface Call {
  readonly title: string
  readonly words: string
  readonly exit: number
  readonly answer: Json
}

const folder = fileURLToPath(new URL('.', import.meta.url))
const file = `${folder}transcript.json`
const calls = JSON.parse(readFileSync(file, 'utf8')) as readonly Call[]
const frameworks = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/desk`))
const isUpdating = process.env['SURETY_UPDATE_GOLDEN'] === '1'

/** Runs a call of one framework's program, with a pipe as its output and nothing to read. */
async function run(framework: string, { title, words }: Call): Promise<Call> {
  const child = spawn(process.execPath, [`${folder}${framework}/desk`, ...words.split(' ')], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir() },
    timeout: 30_000,
    killSignal: 'SIGKILL',
  })
  const { stdout, exit } = await collectOutput(child, '')
  return { title, words, exit: exit ?? -1, answer: normalise(parseOrText(stdout), folder) }
}

/** Makes calls a few at a time. */
async function runAll(framework: string): Promise<readonly Call[]> {
  const left = [...calls.entries()]
  const answers: Call[] = []
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift())
      answers[next[0]] = await run(framework, next[1])
  }
  await Promise.all([worker(), worker(), worker()])
  return answers
}

describe('an adapted program', () => {
  it.each(frameworks)('answers the transcript of all frameworks: %s', async (framework) => {
    const answers = await runAll(framework)
    if (isUpdating && framework === 'commander')
      await writeFile(file, `${JSON.stringify(answers, null, 2)}\n`)
    else expect(answers).toEqual(calls)
  })
})
