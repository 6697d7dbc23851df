import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** Finds the file that a word starts: on the PATH, or from a folder if it has a slash. */
export function programFile(
  word: string,
  { cwd, path }: { readonly cwd: string; readonly path: string },
): string | undefined {
  const places = /[\\/]/.test(word)
    ? [resolve(cwd, word)]
    : path.split(delimiter).flatMap((folder) => namesIn(resolve(cwd, folder || '.'), word))
  return places.find(isExecutable)
}

function namesIn(folder: string, word: string): readonly string[] {
  const endings = process.platform === 'win32' ? ['', '.exe', '.cmd', '.bat', '.com'] : ['']
  return endings.map((ending) => join(folder, `${word}${ending}`))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    // Not there, or not for us.
    return false
  }
}
