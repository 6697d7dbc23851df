import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import { CHILD_VARIABLE } from '../ask/ask.ts'
import type { End } from '../catch/end.ts'
import type { Heard } from '../catch/heard.ts'

const NOTES = 3
const PARENT = 4

/** Runs the program as a child of itself, so that whatever writes to its descriptors is caught. */
export function runAsChild(sink: number, heard: Heard, atEnd: (end: End) => number): void {
  const [node, ...words] = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const env = { ...process.env, [CHILD_VARIABLE]: '1' }
  const child = spawn(node, words, { env, stdio: ['inherit', sink, 'pipe', 'pipe', 'pipe'] })
  let notes = ''
  let ended: NodeJS.Signals | undefined
  child.stderr!.on('data', (chunk: Buffer) => {
    heard.hear(chunk)
    process.stderr.write(chunk)
  })
  ;(child.stdio[NOTES] as Readable).on('data', (chunk: Buffer) => {
    notes += chunk.toString()
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      child.kill(signal)
      // A loop that never yields does not hear it.
      setTimeout(() => child.kill('SIGKILL'), 2000).unref()
      ended ??= signal
    })
  }
  child.on('close', (code, signal) => {
    if (notes !== '') Object.assign(heard, JSON.parse(notes))
    const by = signal === null ? undefined : (ended ?? signal)
    const exit = atEnd({ exit: code ?? 1, ...(by && { signal: by }) })
    if (by === undefined) process.exitCode = exit
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name)
    if (by !== undefined) process.kill(process.pid, by)
  })
}

/** In the child: tells its parent how the framework ended, and ends with its parent. */
export function noteForParent(heard: Heard): void {
  delete process.env[CHILD_VARIABLE]
  new Socket({ fd: PARENT })
    .on('close', () => process.kill(process.pid, 'SIGTERM'))
    .resume()
    .unref()
  process.on('uncaughtExceptionMonitor', (error) => {
    heard.thrown = { error }
  })
  process.on('exit', () => {
    const { refusal, thrown, returned } = heard
    const { code, message, name } = (thrown?.error ?? {}) as Record<string, unknown>
    const error = message === undefined ? thrown?.error : { code, message, name }
    try {
      writeSync(NOTES, JSON.stringify({ refusal, returned, ...(thrown && { thrown: { error } }) }))
    } catch {
      // Nobody is there to read it.
    }
  })
}
