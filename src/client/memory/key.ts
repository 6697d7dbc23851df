import { isAbsolute, resolve } from 'node:path'

import { sha256 } from '../../internal/sha256.ts'
import { filesOf } from '../process/tool-file.ts'

export function toolKey(program: readonly string[], cwd: string): string {
  return program
    .map((word) => (/[\\/]/.test(word) && !isAbsolute(word) ? resolve(cwd, word) : word))
    .join(' ')
}

export function fileNameFor(key: string): string {
  const readable =
    filesOf(key)
      .split(/[\\/]/)
      .at(-1)
      ?.replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[.-]+/, '')
      .slice(-40) ?? ''
  return `${readable || 'tool'}-${sha256(key).slice(0, 16)}`
}
