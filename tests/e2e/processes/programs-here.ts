import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

import { test } from 'vitest'

/** Tells whether a program is on the PATH. */
export function isHere(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/**
 * Gives a `test` for what only a real program shows; it is skipped where one is missing. Its titles name the programs,
 * and are the same everywhere: `.ci/run` finds by them what it has to run once all programs are there.
 */
export function testWith(...programs: readonly string[]) {
  const isComplete = programs.every(isHere)
  return (title: string, run: () => Promise<void> | void) =>
    test.runIf(isComplete)(`${title} (needs ${programs.join(', ')})`, run)
}
