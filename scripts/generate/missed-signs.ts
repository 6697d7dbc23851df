import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'yaml'

import type { Description } from '../../packages/surety/src/description/description-types.ts'
import { root } from '../build/targets.mjs'

/** Generates what any description may have the hook after commands say, so that silence needs none of them. */
export async function generate(): Promise<Record<string, string>> {
  const failed = new Set<string>()
  const capped = new Set<string>()
  const limits = new Set<number>()
  const rows = new Set<string>()
  const settled = new Set<string>()
  for (const file of readdirSync(join(root, 'packages/client/descriptions')).toSorted()) {
    const text = await readFile(join(root, 'packages/client/descriptions', file), 'utf8')
    const { calls } = parse(text) as Description
    for (const pattern of alternatives(calls?.failed ?? '')) failed.add(pattern)
    // `podman compose` is described there too.
    const name = file.split('.')[0]!.replace('docker-compose', 'compose')
    for (const { caps, settles } of Object.values(calls?.commands ?? {})) {
      if (settles !== undefined) settled.add(name)
      if (caps === undefined) continue
      capped.add(name)
      limits.add(caps.default)
      if (caps.row !== undefined) rows.add(caps.row)
    }
  }
  const signs = {
    failed: [...failed].join('|'),
    capped: [...capped],
    limits: [...limits].toSorted((one, other) => one - other),
    rows: [...rows],
    settled: [...settled],
  }
  return {
    'packages/client/src/client/known/missed-signs.json': `${JSON.stringify(signs, null, 2)}\n`,
  }
}

/** Splits a pattern where it says "or" outside of its groups: several programs share some. */
function alternatives(pattern: string): readonly string[] {
  const found: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]
    if (character === '\\') at += 1
    else if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth -= 1
    else if (character === '|' && depth === 0) {
      found.push(pattern.slice(start, at))
      start = at + 1
    }
  }
  return pattern === '' ? [] : [...found, pattern.slice(start)]
}
