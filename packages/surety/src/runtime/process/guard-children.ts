import type { SpawnOptions, SpawnSyncOptions } from 'node:child_process'

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

/** Gives stderr to children that would inherit stdout. */
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
    return start.call(this, redirect(options))
  }
  const functions = childProcess as unknown as Functions
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const real = functions[name]!
    functions[name] = (...given) => {
      return real(...given.map(redirect))
    }
  }
  syncBuiltinESMExports()
}

function isStdout(target: unknown): boolean {
  if (target === 'inherit' || target === 1) return true
  return typeof target === 'object' && target !== null && (target as { fd?: unknown }).fd === 1
}
