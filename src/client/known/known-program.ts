import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { isJsonObject, parseJson } from '../../contract/index.ts'
import { knownCallOf, knownEnd, type ErrorRule } from '../../description/index.ts'
import { given } from '../../internal/given.ts'
import { textIn } from '../../internal/own-folder.ts'
import type { ClientOptions } from '../options.ts'

/** Says what the ready descriptions know of a call, or of every part of a line that a shell runs. */
export const knownProgram: NonNullable<ClientOptions['known']> = async (argv, cwd, env = {}) => {
  const line = lineOf(argv)
  // The parser of lines is large.
  if (line !== undefined) return (await import('./line-program.ts')).lineProgram(line, env)
  const words = startedCall(argv, cwd)
  const call = await knownCallOf(words)
  if (call === undefined) return undefined
  // The folder chooses the shell of npm, and modules that Python loads in place of its own.
  const isStarted = words[0] !== argv[0] && !/^(?:timeout$|\.?\/?node_modules)/.test(argv[0]!)
  return {
    reads: call.effect === 'read' && !isStarted,
    ...(call.terminal && { instead: call.instead ?? 'Use a command that prints and ends.' }),
    waits: call.stdin,
    understand: async (exit, printed) => {
      const { answer, failure, line } = knownEnd(call, { exit, ...printed })
      if (answer !== undefined) return { success: answer }
      if (failure === undefined) return undefined
      const { exit: name, code, suggestion } = failure
      const { when } = failure as Partial<ErrorRule>
      // Words alone do not show that it refused its input before it changed anything.
      const isGuess =
        when !== undefined && when.exit === undefined && call.effect !== 'read' && call.mayChange
      const said = isGuess && name === 'ARG_ERROR' ? 'GENERAL_ERROR' : name
      return given({ exit: said, code, message: line || undefined, suggestion })
    },
  }
}

/** Words before a program of npm or a module of Python; any other option may run something else. */
const STARTERS =
  /^(?:npx\0(?:(?:--no-install|--no|-y|--yes)\0)*(?:--\0)?|npm\0(?:exec|x)\0(?:(?:--no|-y|--yes)\0)*--\0|pnpm\0exec\0|(?:\.\/)?node_modules\/\.bin\/|python3?\0-m\0)([a-z]+)(?=\0|$)/

/** A limit of time before a call that starts no other. */
const LIMIT = /^timeout\0(?:-[ks]\0[^\0]+\0)*\d[\d.]*[smhd]?\0/

/** The packages of programs that are described, and modules that need none. */
const PACKAGE_OF = new Map([
  ...['eslint', 'prettier', 'vitest', 'jest'].map((name) => [name, name] as const),
  ['tsc', 'typescript'],
])
const MODULES: ReadonlySet<string> = new Set(['pytest', 'pip', 'ruff'])

/** Gives the call that a starter such as npx makes, where it is certain which program that is. */
function startedCall(argv: readonly string[], cwd = process.cwd()): readonly string[] {
  const line = argv.join('\0')
  const [start, name = ''] = STARTERS.exec(line) ?? []
  if (start === undefined) return line.replace(LIMIT, '').split('\0')
  // A module of that name in the folder would be run in its place.
  const isCertain = start.startsWith('python')
    ? MODULES.has(name) && ![name, `${name}.py`].some((each) => existsSync(join(cwd, each)))
    : isInstalled(name, cwd)
  return isCertain ? [name, ...line.slice(start.length).split('\0').slice(1)] : argv
}

/** Tests whether the nearest program of that name is that of its own package. */
function isInstalled(name: string, cwd: string): boolean {
  const owner = PACKAGE_OF.get(name)
  if (owner === undefined) return false
  for (let at = resolve(cwd), above = ''; at !== above; [at, above] = [dirname(at), at]) {
    const modules = join(at, 'node_modules')
    if (!existsSync(join(modules, '.bin', name))) continue
    const manifest = parseJson(textIn(join(modules, owner, 'package.json')) ?? '')
    const bin = isJsonObject(manifest) ? manifest['bin'] : undefined
    return typeof bin === 'string' ? name === owner : isJsonObject(bin) && name in bin
  }
  return false
}

/** Finds the line in a call of a shell: `bash -c 'npm test | tail'`. */
function lineOf(argv: readonly string[]): { shell: string; line: string } | undefined {
  const [program = '', flag, line, ...rest] = argv
  const shell = basename(program)
  const isLine = flag === '-c' && line !== undefined && rest.length === 0
  return isLine && /^(?:ba|da|z|k|fi)?sh$/.test(shell) ? { shell, line } : undefined
}
