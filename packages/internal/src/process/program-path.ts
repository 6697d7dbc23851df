import { isAbsolute, relative, resolve } from 'node:path'

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
  return [path.startsWith('.') ? path : `.//${path}`, ...rest]
}
