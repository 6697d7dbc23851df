import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

import { executableOf, type Left } from './run-example.ts'

/**
 * Sends a signal to an example while it waits for the lock of a file, which this process holds. It is
 * then known to be at work.
 */
export async function interruptAtWork(
  name: string,
  argv: readonly string[],
  {
    cwd,
    file,
    signal,
  }: { readonly cwd: string; readonly file: string; readonly signal: NodeJS.Signals },
): Promise<Left> {
  const lock = `${file}.lock`
  await writeFile(lock, `${process.pid} held by a test`)
  const watcher = watch(dirname(file))
  const child = spawn(process.execPath, [executableOf(name), ...argv], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 150_000,
    killSignal: 'SIGKILL',
  })
  let isSent = false
  watcher.on('change', (_event, changed) => {
    if (isSent || !String(changed).startsWith(`${basename(lock)}.`)) return
    isSent = true
    child.kill(signal)
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (exit) => {
        const textOf = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8')
        resolve({ stdout: textOf(stdout), stderr: textOf(stderr), exit })
      })
    })
  } finally {
    watcher.close()
    await rm(lock, { force: true })
  }
}
