import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import { CHILD_VARIABLE } from '../ask/ask.ts'
import type { End } from '../catch/end.ts'
import type { Heard } from '../catch/heard.ts'

const NOTES = 3
const PARENT = 4

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs the program as a child of itself, so that whatever writes to its descriptors is caught; gives what ends it. */
export function runAsChild(
  sink: number,
  guards: readonly string[],
  heard: Heard,
  atEnd: (end: End) => number,
): () => void {
  const [node, ...words] = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, [CHILD_VARIABLE]: `run ${guards.join(' ')}` }
  const child = spawn(node, words, { env, stdio: ['inherit', sink, 'pipe', 'pipe', 'pipe'] })
  let notes = ''
  let ended: NodeJS.Signals | undefined
  let isOver = false
  child.stderr!.on('data', (chunk: Buffer) => {
    heard.hear(chunk)
    process.stderr.write(chunk)
  })
  ;(child.stdio[NOTES] as Readable).on('data', (chunk: Buffer) => {
    notes += chunk.toString()
  })
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      child.kill(signal)
      // A loop that never yields does not hear it.
      setTimeout(() => child.kill('SIGKILL'), 2000).unref()
      ended ??= signal
    })
  }
  child.on('close', (code, signal) => {
    if (notes !== '') Object.assign(heard, JSON.parse(notes))
    const by = signal === null || isOver ? undefined : (ended ?? signal)
    const exit = atEnd({ exit: code ?? 1, ...(by && { signal: by }) })
    if (by === undefined) process.exitCode = exit
    for (const name of SIGNALS) process.removeAllListeners(name)
    if (by !== undefined) process.kill(process.pid, by)
  })
  return () => {
    isOver = true
    child.kill('SIGKILL')
  }
}

/** In the child: tells its parent how the framework ended, and ends with its parent; gives the guards of the call. */
export function noteForParent(heard: Heard): string[] {
  const [, ...guards] = process.env[CHILD_VARIABLE]!.split(' ')
  delete process.env[CHILD_VARIABLE]
  new Socket({ fd: PARENT })
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref()
  process.on('uncaughtExceptionMonitor', (error) => {
    heard.thrown = { error }
  })
  process.on('exit', () => {
    const { refusal, thrown, returned, final, warnings } = heard
    const { code, message, name } = (thrown?.error ?? {}) as Record<string, unknown>
    const error = message === undefined ? thrown?.error : { code, message, name }
    try {
      const notes = { refusal, returned, final, warnings, ...(thrown && { thrown: { error } }) }
      writeSync(NOTES, JSON.stringify(notes))
    } catch {
      // Nobody is there to read it.
    }
  })
  return guards
}
