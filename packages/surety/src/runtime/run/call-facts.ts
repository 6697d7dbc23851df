import { dirname, join } from 'node:path'

import type { Run } from './run-state.ts'

/** Makes an id that no other call has; later ones are greater. Digits make the fewest tokens. */
export function makeId(): string {
  const { randomInt } = process.getBuiltinModule('node:crypto')
  const micros = Math.trunc((performance.timeOrigin + performance.now()) * 1000)
  return `${micros}${randomInt(10_000, 100_000)}`
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
