import type { SpawnOptions, SpawnSyncOptions } from 'node:child_process'

import programs from '@surety/internal/programs.json' with { type: 'json' }
import { suretyError, type SuretyError } from '../../contract/index.ts'

const childProcess = process.getBuiltinModule('node:child_process')
const { syncBuiltinESMExports } = process.getBuiltinModule('node:module')

type Functions = Record<string, (...given: unknown[]) => unknown>

let isGuarded = false
let mayInherit = false

/** Starts a child that owns stdout, because the whole call is its. */
export function inheritingStdout<Child>(start: () => Child): Child {
  mayInherit = true
  try {
    return start()
  } finally {
    mayInherit = false
  }
}

/** Gives stderr to children that would inherit stdout, and refuses windows: without a terminal there is no display. */
export function guardChildren(onInherited: () => void): void {
  if (isGuarded) return
  isGuarded = true
  const redirect = (given: unknown): unknown => {
    if (mayInherit || typeof given !== 'object' || given === null || Array.isArray(given))
      return given
    const options = given as SpawnOptions & SpawnSyncOptions
    const stdio = options.stdio === 'inherit' ? ['inherit', 'inherit', 'inherit'] : options.stdio
    if (!Array.isArray(stdio) || !isStdout(stdio[1])) return given
    onInherited()
    return { ...options, stdio: [stdio[0], 2, ...stdio.slice(2)] }
  }
  // All asynchronous functions of the module end here.
  const prototype = childProcess.ChildProcess.prototype as unknown as Functions
  const start = prototype['spawn']!
  prototype['spawn'] = function spawn(options) {
    refuseWindow((options as { readonly args?: readonly string[] }).args ?? [])
    return start.call(this, redirect(options))
  }
  const functions = childProcess as unknown as Functions
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const real = functions[name]!
    functions[name] = (...given) => {
      refuseWindow([given[0] as string, ...(Array.isArray(given[1]) ? (given[1] as string[]) : [])])
      return real(...given.map(redirect))
    }
  }
  syncBuiltinESMExports()
}

/** Looks at the program, and at the one that a shell is to start. */
function refuseWindow(argv: readonly string[]): void {
  const isShell = /(?:^|\/)(?:ba|da|z)?sh$/.test(argv[0] ?? '') && argv[1] === '-c'
  const words = isShell ? argv[2]!.split(' ') : argv.length === 1 ? argv[0]!.split(' ') : argv
  const error = windowError(words, process.platform)
  if (error) throw error
}

function isStdout(target: unknown): boolean {
  if (target === 'inherit' || target === 1) return true
  return typeof target === 'object' && target !== null && (target as { fd?: unknown }).fd === 1
}

/** Programs that open a window and nothing else. */
const WINDOW_PROGRAMS: ReadonlySet<string> = new Set(programs.windows)

/** Makes the error of a program that opens a window; null for every other program. */
export function windowError(argv: readonly string[], platform: string): SuretyError | null {
  const [first = ''] = argv
  const program = first.split('/').at(-1)!
  // Elsewhere `open` is another program.
  const isOpener = program === 'open' && platform === 'darwin'
  if (!isOpener && !WINDOW_PROGRAMS.has(program)) return null
  const target = argv.slice(1).findLast((word) => !word.startsWith('-'))
  return suretyError('NO_TTY', `${program} cannot be started: there is no display.`, {
    phase: 'execution',
    suggestion:
      target === undefined ? 'Run it where there is a display.' : `Open ${target} yourself.`,
    ...(target !== undefined && { details: { ...placeOf(target) } }),
  })
}

/** Puts a target into the member that says what it is. */
export function placeOf(
  target: string,
): { readonly open_url: string } | { readonly open_path: string } {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target) ? { open_url: target } : { open_path: target }
}
