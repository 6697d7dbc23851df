import { expect } from 'vitest'

import { wordsOf } from '../e2e/processes/as-words.ts'
import { folder } from '../e2e/processes/run-acme.ts'
import { runProgram, type Loose } from '../e2e/processes/run-program.ts'
import { watchedToolOf } from '../e2e/processes/run-tool.ts'

/** Runs a command of contracts.mjs, whose commands declare what contract 1.16 asks for. */
export const contracts = watchedToolOf('contracts.mjs')

/** Makes calls as data, each in a process. */
export async function contractCalls(...list: readonly object[]) {
  const answers = await Promise.all(list.map((call) => contracts(wordsOf(call as never))))
  const ended = answers.map(({ data, error, code }) => ({ data, error, code }))
  return { ended, ran: answers.filter(({ calls }) => calls > 0).length }
}

let described: Promise<Loose> | undefined
let tried: Promise<Loose> | undefined

/** Gives the manifest of contracts.mjs; a worker asks for it once. */
export function contractManifest(): Promise<Loose> {
  described ??= contracts('manifest').then(({ envelope }) => envelope)
  return described
}

/** Gives what became of every declaration in refusals-1.16.mjs; a worker asks for it once. */
export function declarationsTried(): Promise<Loose> {
  tried ??= runProgram('requirements/refusals-1.16.mjs', [], { env: { HOME: folder() } }).then(
    ({ documents }) => documents.at(-1)!,
  )
  return tried
}

/** Holds that every declaration of a requirement was refused, and those that are fine were not. */
export async function expectRefusals(id: string): Promise<void> {
  const { found } = await declarationsTried()
  const own = Object.entries<string>(found as Loose).filter(([name]) => name.includes(id))
  expect(own.length).toBeGreaterThan(0)
  for (const [name, answer] of own) {
    if (name.startsWith('fine')) expect(answer, name).toBe('accepted')
    else expect(answer, name).toMatch(/^[A-Z][A-Z_]+: The tool is declared wrongly/)
  }
}
