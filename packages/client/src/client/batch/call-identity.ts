import { resolve } from 'node:path'

import type { RunOptions } from '../options.ts'
import type { Invocation } from './invocation.ts'
import { given } from '@surety/internal/given.ts'
import { sha256 } from '@surety/internal/sha256.ts'

/** An invocation with everything that decides what runs and what its answer covers. */
export interface BatchCall extends Invocation {
  /** Absolute. */
  readonly cwd: string
  readonly dialect: string
}

export function resolveCall(invocation: Invocation, options: RunOptions): BatchCall {
  const { dialect = options.dialect ?? 'auto', safety = options.safety } = invocation
  const { pages = options.pages, idempotency_key = options.idempotencyKey } = invocation
  const env = given({ ...options.env, ...invocation.env }) as Record<string, string>
  return {
    ...invocation,
    cwd: resolve(options.cwd ?? '.', invocation.cwd ?? '.'),
    dialect: typeof dialect === 'string' ? dialect : dialect.id,
    ...(Object.keys(env).length > 0 && { env }),
    ...given({ safety, pages, idempotency_key }),
  }
}

export function callName({ id }: Invocation, index: number): string {
  return id ?? `#${index}`
}

/** Returns the key of a call's progress. Limits and safety do not count: with others it is the same call. */
export function callKey(call: BatchCall, index: number, inherited: NodeJS.ProcessEnv): string {
  const { argv, cwd, env = {}, dialect, pages = null, idempotency_key: key = null } = call
  const named = Object.fromEntries(
    namedVariables(call)
      .filter((name) => !Object.hasOwn(env, name) && inherited[name] !== undefined)
      .map((name) => [name, inherited[name]]),
  )
  const facts = [argv, cwd, sorted(env), sorted(named), dialect, pages, key]
  if (call.stdin !== undefined) facts.push(call.stdin)
  const digest = sha256(JSON.stringify(facts)).slice(0, 20)
  return `${callName(call, index)}@${digest}`
}

const REFERENCE = /\$\{?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%|^([A-Za-z_]\w*)$/g

/** Finds the variables that a call names: `$NAME`, `${NAME}`, `%NAME%`, or a word that is a name alone. */
function namedVariables({ argv, env = {} }: BatchCall): readonly string[] {
  const words = [...argv.slice(1), ...Object.values(env)]
  return words.flatMap((word) =>
    [...word.matchAll(REFERENCE)].map(([, plain, percent, alone]) => plain ?? percent ?? alone!),
  )
}

function sorted(variables: Readonly<Record<string, string | undefined>>): readonly unknown[] {
  return Object.entries(variables).toSorted(([one], [other]) => (one < other ? -1 : 1))
}
