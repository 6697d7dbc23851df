import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import type { Readable } from 'node:stream'

import { variablesIn } from '../process/memory-world.ts'
import { takeWrites } from '../process/stdout-guard.ts'

type Variables = Record<string, string | undefined>

/** What the code of one call finds in the process instead of what the process has. */
export interface Guest {
  readonly env: () => Variables
  readonly stdin: () => Readable
  /** Takes what it prints to stderr; null to let it through without secrets. */
  readonly onPrinted: ((text: string) => void) | null
  readonly redact: (text: string) => string
  /** Whether the call has ended; what it left behind may still print. */
  isOver: boolean
}

let isDivided = false

/** Gives the code of every call its own variables, input and stderr; all other code finds those of the process. */
export function divideProcess(guestOf: () => Guest | null, copyVariables: () => void): void {
  if (isDivided) return
  isDivided = true
  const atWork = () => {
    const guest = guestOf()
    return guest && !guest.isOver ? guest : null
  }
  const envOfCall = () => atWork()?.env()
  divideVariables(envOfCall, copyVariables)
  divideHome(envOfCall)
  const real = Object.getOwnPropertyDescriptor(process, 'stdin')!
  Object.defineProperty(process, 'stdin', {
    configurable: true,
    enumerable: true,
    get: () => atWork()?.stdin() ?? ((real.get ? real.get.call(process) : real.value) as unknown),
  })
  const { stderr } = process
  const write = stderr.write.bind(stderr)
  takeWrites(stderr, () => {
    const guest = guestOf()
    if (!guest) return undefined
    return atWork()?.onPrinted ?? ((text) => void write(guest.redact(text)))
  })
  // For `import { env, stdin } from 'node:process'` and `import { homedir } from 'node:os'`.
  syncBuiltinESMExports()
}

/** The variables of the process itself, whatever call asks. */
export let processVariables = process.env
let hasVariables = false

/**
 * Gives the code of a call the variables of the call, and so the children that it starts: the trace, for instance.
 * `beforeChange` is called before those of the process change: a call keeps what it started with.
 */
export function divideVariables(
  envOfCall: () => Variables | undefined,
  beforeChange: () => void,
): void {
  if (hasVariables) return
  hasVariables = true
  processVariables = process.env
  const own = () => envOfCall() ?? processVariables
  const changed = () => {
    const env = envOfCall()
    if (!env) beforeChange()
    return env ?? processVariables
  }
  const real = processVariables
  const divided = new Proxy(real, {
    get: (_, name) => Reflect.get(own(), name) as unknown,
    has: (_, name) => Reflect.has(own(), name),
    ownKeys: () => Reflect.ownKeys(own()),
    deleteProperty: (_, name) => Reflect.deleteProperty(changed(), name),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(own(), name),
    defineProperty: (_, name, facts) => Reflect.defineProperty(changed(), name, facts),
    // As in the real one, every value is a text.
    set: (_, name, value) => Reflect.set(changed(), name, String(value)),
  })
  Object.defineProperty(process, 'env', {
    configurable: true,
    enumerable: true,
    get: () => divided,
    // Tests replace the whole object, and put the earlier one back.
    set: (given: Variables) => {
      if (given === divided && envOfCall()) return
      const env = changed()
      if (env === processVariables) processVariables = given === divided ? real : given
      else {
        for (const name of Object.keys(env)) delete env[name]
        Object.assign(env, variablesIn(given))
      }
    },
  })
}

/** Node reads the home from the variables of the process itself, which no other object can stand for. */
function divideHome(envOfCall: () => Variables | undefined): void {
  const { homedir } = os
  const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME'
  os.homedir = () => envOfCall()?.[name] || homedir()
}
