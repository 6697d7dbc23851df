import { dirname, join } from 'node:path'

import type { Run } from './run-state.ts'

let started: number | undefined

/**
 * Makes an id that no other call has; later ones are greater. Digits make the fewest tokens. It is no secret: Node's
 * cryptography would take a start six milliseconds, its `performance` two.
 */
export function makeId(): string {
  const micros = Number(process.hrtime.bigint()) / 1e3
  started ??= Date.now() * 1e3 - micros
  return `${Math.trunc(started + micros)}${Math.trunc(1e4 + Math.random() * 9e4)}`
}

/** Returns the id that callers give to all calls of one task. */
export function traceId({ world }: Run): string | undefined {
  return world.env['TOOL_TRACE_ID'] || undefined
}

/** Finds the nearest folder above the call that holds one of the marks of a project; null without one. */
export function projectRoot({ world, command }: Run): string | null {
  const marks = command?.declaration.projectRoot ?? []
  const { existsSync } = process.getBuiltinModule('node:fs')
  for (let folder = world.cwd, last = ''; folder !== last; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder
    last = folder
  }
  return null
}
