import { createHash } from 'node:crypto'
import { isAbsolute, resolve } from 'node:path'

/** Gives the name under which a tool is remembered: a word on the path, or the absolute place of a file. */
export function toolKey(program: readonly string[], cwd: string): string {
  return program
    .map((word) => (/[\\/]/.test(word) && !isAbsolute(word) ? resolve(cwd, word) : word))
    .join(' ')
}

/** Gives a file name for any key: readable, bounded, and no way out of the folder. */
export function fileNameFor(key: string): string {
  const readable =
    key
      .split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(-40) ?? ''
  return `${readable || 'tool'}-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}
