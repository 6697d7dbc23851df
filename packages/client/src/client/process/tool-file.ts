import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'

import { programFile } from '@surety/internal/process/program-file.ts'
import { sha256 } from '@surety/internal/sha256.ts'

export type CallPlace = ReturnType<typeof placeOf>

export function placeOf(
  { cwd, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv },
  inheritedEnv: NodeJS.ProcessEnv,
) {
  const { PATH, Path } = { ...inheritedEnv, ...env }
  // Without a PATH the system looks in these.
  return { cwd: resolve(cwd ?? '.'), path: PATH ?? Path ?? '/usr/local/bin:/usr/bin:/bin' }
}

/** Tests whether a word could be run: a program on the PATH, one such as `git-lfs`, or a file where the call runs. */
export function namesFile(word: string, tool: string, place: CallPlace): boolean {
  if (existsSync(resolve(place.cwd, word))) return true
  return [word, `${tool}-${word}`].some((name) => programFile(name, place) !== undefined)
}

export function isFileIn(word: string, { cwd }: CallPlace): boolean {
  return statSync(resolve(cwd, word), { throwIfNoEntry: false })?.isFile() === true
}

/** Gives the key of a tool: the files behind its words and a mark that changes with them; undefined without a file. */
export function toolIdentity(program: readonly string[], place: CallPlace): string | undefined {
  try {
    const files = program.map((word, index) => {
      const file = index === 0 ? programFile(word, place) : resolve(place.cwd, word)
      return file !== undefined && existsSync(file) ? realpathSync(file) : undefined
    })
    // Behind an interpreter the script is the tool.
    const own = files.findLast((file) => file !== undefined && statSync(file).isFile())
    if (files[0] === undefined || own === undefined) return undefined
    const words = files.map((file, index) => file ?? program[index]).join(' ')
    return `${words}@${sha256(marksOf(own).join()).slice(0, 16)}`
  } catch {
    // It cannot be read, or it is being replaced.
    return undefined
  }
}

export function toolKey(program: readonly string[], cwd: string): string {
  return program
    .map((word) => (/[\\/]/.test(word) && !isAbsolute(word) ? resolve(cwd, word) : word))
    .join(' ')
}

export function filesOf(identity: string): string {
  return identity.replace(/@[\da-f]{16}$/, '')
}

function marksOf(file: string): readonly string[] {
  const entry = shimmed(file) ?? file
  const home = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/.][^\\/]*(?=[\\/])/.exec(entry)?.[0]
  const all = new Set([file, entry, ...(home === undefined ? [] : [join(home, 'package.json')])])
  return [...all].map((each) => {
    const stats = statSync(each, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? each : `${each} ${stats.ino} ${stats.mtimeNs} ${stats.size}`
  })
}

function shimmed(file: string): string | undefined {
  const folder = dirname(file)
  if (!/[\\/]node_modules[\\/]\.bin$/.test(folder) || statSync(file).size > 65_536) return undefined
  const [, target] = /"\$basedir\/([^"]+\.[cm]?js)"/.exec(readFileSync(file, 'utf8')) ?? []
  return target === undefined ? undefined : resolve(folder, target)
}
