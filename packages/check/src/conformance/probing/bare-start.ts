import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { basename, delimiter, join, resolve } from 'node:path'

import type { Subject } from './subject.ts'

/** So many times a bare start of the same runtime is slow, on every machine and whatever else it does. */
export const SLOW = 10

/** What a runtime starts with to do nothing. */
const NOTHING: Readonly<Record<string, readonly string[]>> = {
  node: ['-e', '0'],
  bun: ['-e', '0'],
  deno: ['eval', '0'],
  python: ['-c', '0'],
  ruby: ['-e', '0'],
  perl: ['-e', '0'],
  php: ['-r', '0;'],
}

/** Gives the words that start the runtime of a tool without the tool; of others Node.js: what a compiled program or a shell starts is not known. */
export function bareStart({ command, cwd }: Subject, path = ''): readonly string[] {
  const [first = ''] = command
  const runtime = [first, ...interpreterOf(first, cwd, path)].findLast((word) => wordsFor(word))
  return [runtime ?? process.execPath, ...(wordsFor(runtime ?? 'node') ?? [])]
}

function wordsFor(runtime: string): readonly string[] | undefined {
  return NOTHING[basename(runtime).replace(/(?<![\d.])[\d.]+$|\.exe$/g, '')]
}

/** The words of the first line of a script, behind `#!`. */
function interpreterOf(program: string, cwd: string, path: string): readonly string[] {
  const folders = program.includes('/') ? [''] : path.split(delimiter)
  const file = folders.map((folder) => resolve(cwd, join(folder, program))).find(existsSync)
  if (file === undefined) return []
  const start = Buffer.alloc(128)
  try {
    const opened = openSync(file, 'r')
    readSync(opened, start)
    closeSync(opened)
  } catch {
    // Who may start a program need not be allowed to read it.
    return []
  }
  const [, line = ''] = /^#!(.*)\n/.exec(start.toString('latin1')) ?? []
  return line.trim().split(/\s+/)
}
