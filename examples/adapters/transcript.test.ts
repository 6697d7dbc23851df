import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { collectOutput } from '../../tests/tools/transcript/run-example.ts'

/** A call that asks, and what every framework's program answers. */
interface Entry {
  readonly title: string
  readonly words: string
  readonly exit: number
  readonly answer: object
  /** Frameworks that let such words pass, or whose returned values cannot be seen. */
  readonly not_in?: readonly string[]
}

const home = fileURLToPath(new URL('.', import.meta.url))
/** `npm run test:nodes` names a copy of this folder, whose programs find newer frameworks. */
const folder = process.env['SURETY_TEST_ADAPTERS'] ?? home
const node = process.env['SURETY_TEST_NODE'] ?? process.execPath
const entries = JSON.parse(readFileSync(`${home}transcript.json`, 'utf8')) as readonly Entry[]
const frameworks = readdirSync(folder).filter((name) => existsSync(`${folder}${name}/desk`))

/** Runs one framework's program, with a pipe as its output. */
async function run(framework: string, words: string) {
  // A command of cac is one word.
  const spelled = framework === 'cac' ? words.replace(/\b(issue|config) /, '$1:') : words
  const child = spawn(node, [`${folder}${framework}/desk`, ...spelled.split(' '), '--json'], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'] ?? '', HOME: tmpdir() },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  const { stdout, exit } = await collectOutput(child, '')
  return { answer: JSON.parse(stdout) as object, exit }
}

const calls = frameworks.flatMap((framework) =>
  entries
    .filter(({ not_in: not = [] }) => !not.includes(framework))
    .map((entry) => [framework, entry.title, entry] as const),
)

// A test a call: each is a start of Node, of which a busy machine makes few in the time of a test.
it.concurrent.each(calls)('%s: %s', async (framework, _, { words, exit, answer }) => {
  expect(await run(framework, words)).toMatchObject({ answer, exit })
})
