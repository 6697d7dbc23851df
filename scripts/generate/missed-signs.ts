import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'yaml'

import rules from '../../packages/client/lines/rules.json' with { type: 'json' }
import type { Description } from '../../packages/surety/src/description/description-types.ts'
import { root } from '../build/targets.mjs'

/** Generates what any description may have the hook after commands say, so that silence needs none of them. */
export async function generate(): Promise<Record<string, string>> {
  const failed = new Set<string>()
  const capped = new Set<string>()
  const limits = new Set<number>()
  const rows = new Set<string>()
  const settled: Record<string, readonly string[]> = {}
  for (const file of readdirSync(join(root, 'packages/client/descriptions')).toSorted()) {
    const text = await readFile(join(root, 'packages/client/descriptions', file), 'utf8')
    const { calls } = parse(text) as Description
    for (const pattern of alternatives(calls?.failed ?? '')) failed.add(pattern)
    // `podman compose` is described there too.
    const name = file.split('.')[0]!.replace('docker-compose', 'compose')
    for (const [names, { caps, settles }] of Object.entries(calls?.commands ?? {})) {
      if (settles !== undefined)
        settled[name] = [...new Set([...(settled[name] ?? []), ...lastWords(names)])]
      if (caps === undefined) continue
      capped.add(name)
      limits.add(caps.default)
      if (caps.row !== undefined) rows.add(caps.row)
    }
  }
  for (const { pattern } of rules.failed) failed.add(pattern)
  // How most programs of the system say that they failed.
  for (const text of ['No such file or directory', 'cannot open', 'cannot access', 'cannot stat'])
    failed.add(`: ${text}`)
  const signs = {
    failed: [...new Set([...failed].flatMap(opened))].map((pattern) => ({
      has: textIn(pattern),
      pattern,
    })),
    capped: [...capped],
    limits: [...limits].toSorted((one, other) => one - other),
    rows: [...rows],
    settled,
  }
  return {
    'packages/client/src/client/known/missed-signs.json': `${JSON.stringify(signs, null, 2)}\n`,
  }
}

/** The words by which commands of a program are told apart: `create` and `edit` of `pr create|pr edit`. */
function lastWords(names: string): readonly string[] {
  return names.split('|').map((name) => name.split(' ').at(-1)!)
}

/** Makes a pattern of each word of its first group, so that each has a text of its own: `^(?:fatal|error): `. */
function opened(pattern: string): readonly string[] {
  const [, start = '', words, rest = ''] =
    /^([^()[\]\\]*)\(\?:([^()?*+[\]\\]+)\)([^?*+{][^]*)$/.exec(pattern) ?? []
  return words === undefined ? [pattern] : words.split('|').map((word) => start + word + rest)
}

/** Gives the longest text that whatever fits a pattern has: searching for it costs less than making the pattern ready. */
function textIn(pattern: string): string {
  let depth = 0
  const runs = ['']
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\{[^}]*\}|[^]/gu)) {
    if (token === ')') depth -= 1
    const isText = depth === 0 && /^(?:\\[^\w\s]|[^\\^$.|?*+()[\]{}])$/u.test(token)
    // What may be missing is no part of it, and what is repeated ends it.
    if (/^[?*{]/.test(token)) runs.push(runs.pop()!.slice(0, -1))
    if (token === '(') depth += 1
    if (isText) runs.push(runs.pop()! + token.replace('\\', ''))
    else runs.push('')
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest))
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
