import type * as Fs from 'node:fs'
import type * as Path from 'node:path'

/** Of an import, Node makes a module with every export, which a call that does not ask would pay for. */
export const builtin = <Module>(name: string): Module =>
  process.getBuiltinModule(name) as unknown as Module
const fs = builtin<typeof Fs>('node:fs')
const path = builtin<typeof Path>('node:path')

interface Package {
  readonly name?: string
  readonly version?: string
  readonly bin?: string | Readonly<Record<string, string>>
}

/** Gives the command that the package of the started file has for it, else the name of the package; a file names no app. */
export function appName(): string | null {
  const found = appPackage()
  if (!found) return null
  const { folder, name, bin, started } = found
  const bins = typeof bin === 'object' ? Object.entries(bin) : []
  const own = bins.find(([, file]) => path.resolve(folder, file) === started)
  return (
    own?.[0] ??
    (bins.length === 1 ? bins[0]![0] : (name ?? path.basename(folder)).replace(/^.*\//, ''))
  )
}

/** Reads the nearest package.json with a name above the started file. */
export function appPackage(): (Package & { folder: string; started: string }) | null {
  try {
    const started = fs.realpathSync(process.argv[1] ?? '')
    for (let folder = path.dirname(started); ; folder = path.dirname(folder)) {
      const found = readPackage(folder)
      if (found?.name) return { ...found, folder, started }
      if (folder === path.dirname(folder)) return null
    }
  } catch {
    // Code that was not started from a file has no package.
    return null
  }
}

function readPackage(folder: string): Package | null {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package
  } catch {
    return null
  }
}
