import { isAbsolute, relative, resolve } from 'node:path'

import type { Description } from './description.ts'

/** Returns the words that start a program, wherever the caller is: one with a slash is found from a folder. */
export function programFrom(words: readonly string[], folder: string): readonly string[] {
  const [first = '', ...rest] = words
  return [first.includes('/') ? resolve(folder, first) : first, ...rest]
}

/** Returns the words that start a program as a description in a folder names them. */
export function programSeenFrom(
  words: readonly string[],
  folder: string,
  cwd = process.cwd(),
): readonly string[] {
  const [first = '', ...rest] = words
  if (!first.includes('/') || isAbsolute(first)) return words
  const path = relative(resolve(cwd, folder), resolve(cwd, first))
  return [path.startsWith('.') ? path : `./${path}`, ...rest]
}

/** Returns the variables that a description has for its program; undefined removes one. */
export function variablesOf({
  env = {},
}: Pick<Description, 'env'>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? undefined]))
}

/** Writes a text so that YAML reads it as this text: plain where it can be, else quoted as JSON. */
export function yamlWord(text: string): string {
  return /^[A-Za-z./-][\w./ ()-]*(?<! )$/.test(text) && !MEANINGFUL.test(text)
    ? text
    : JSON.stringify(text)
}

/** Words with a meaning in YAML. */
const MEANINGFUL =
  /^(?:-|-{3}|\.{1,3}|- .*|true|false|null|yes|no|on|off|y|n|~|[-.]*(?:\d.*|inf|nan))$/i
