import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Tells whether a program is on the PATH, for tests of what only the real one shows: they are skipped where it is
 * missing, and their titles name it.
 */
export function isInstalled(program: string, path = process.env['PATH'] ?? ''): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
