import { closeSync, openSync, readSync, realpathSync } from 'node:fs'
import { basename, delimiter, resolve } from 'node:path'

import { statSync } from 'node:fs'

export type Language = 'node' | 'python' | 'perl' | 'ruby' | 'sh' | 'go' | 'rust' | 'c'

const RUNTIMES: Readonly<Record<string, Language>> = {
  node: 'node',
  nodejs: 'node',
  bun: 'node',
  deno: 'node',
  python: 'python',
  perl: 'perl',
  ruby: 'ruby',
  sh: 'sh',
  bash: 'sh',
  dash: 'sh',
  zsh: 'sh',
}

/** Says which runtime a word names: `python3.11` is Python. */
export function runtimeOf(word: string): Language | undefined {
  return RUNTIMES[basename(word).replace(/(?<![\d.])[\d.]+$/, '')]
}

const HEAD = 4 * 1024 * 1024

/** Says in which language a program is written, by its first line or by what compilers leave in it. */
export function languageOf(
  command: readonly string[],
  cwd: string,
  path: string,
): Language | undefined {
  const [first = '', second = ''] = command
  const runtime = runtimeOf(first)
  if (runtime !== undefined && second !== '') return runtime
  const head = headOf(fileOf(first, cwd, path))
  if (head === undefined) return undefined
  const [, line] = /^#!([^\n]*)/.exec(head.slice(0, 200)) ?? []
  if (line !== undefined) {
    const words = line.trim().split(/\s+/)
    return words.map(runtimeOf).find((found) => found !== undefined)
  }
  if (
    !head.startsWith('\u007FELF') &&
    !/^(?:\u00CF\u00FA\u00ED\u00FE|\u00CA\u00FE\u00BA\u00BE)/.test(head)
  )
    return undefined
  if (/Go build(?:inf:| ID:)/.test(head)) return 'go'
  return /\/rustc\/|library\/(?:std|core)\/src\//.test(head) ? 'rust' : 'c'
}

/** Finds the file that a word starts. */
function fileOf(word: string, cwd: string, path: string): string | undefined {
  const folders = word.includes('/') ? [cwd] : path.split(delimiter)
  const files = folders.map((folder) => resolve(cwd, folder, word))
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

function headOf(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  try {
    const opened = openSync(realpathSync(file), 'r')
    const bytes = Buffer.alloc(HEAD)
    const length = readSync(opened, bytes)
    closeSync(opened)
    return bytes.subarray(0, length).toString('latin1')
  } catch {
    // Who may start a program need not be allowed to read it.
    return undefined
  }
}
