import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'yaml'

import type {
  Description,
  KnownCommand,
} from '../../packages/surety/src/description/description-types.ts'
import { root } from '../build/targets.mjs'

/** Generates what judging a line takes from the descriptions: ends, failures, lists that stop, and which options have a value. */
export async function generate(): Promise<Record<string, string>> {
  const programs: Record<string, object> = {}
  for (const file of readdirSync(join(root, 'packages/client/descriptions')).toSorted()) {
    const text = await readFile(join(root, 'packages/client/descriptions', file), 'utf8')
    const { calls } = parse(text) as Description
    if (calls === undefined) continue
    const { exits, errors, failed, decisive, clusters, like, runs_others, options } = calls
    const commands = Object.entries(calls.commands).flatMap(([names, command]) => {
      const kept = keptOf(command)
      return Object.keys(kept).some((key) => key !== 'reads') ? [[names, kept] as const] : []
    })
    programs[file.split('.')[0]!] = {
      exits,
      errors,
      failed,
      decisive,
      clusters,
      like,
      runs_others,
      options,
      commands: Object.fromEntries(merged(commands)),
    }
  }
  return {
    'packages/client/lines/programs.json': `${JSON.stringify({ $schema: './programs.schema.json', version: 1, programs }).replaceAll(/(?<=[{,])"(?=[\w.+-]+":\{"(?:exits|errors|failed|decisive|clusters|like|runs_others|options|commands)")/g, '\n"')}\n`,
  }
}

/** What of a command tells how it ends, and which of its words are operands. */
function keptOf({ exits, errors, caps, decisive, runs_others, changes, reads, dry }: KnownCommand) {
  const known = [typeof changes === 'string' ? changes : '', reads, dry].join(' ')
  const valued = known.split(/\s+/).filter((flag) => /^-.*[=:]/.test(flag))
  const kept = {
    exits,
    errors,
    caps,
    decisive,
    runs_others,
    ...(changes === true && { changes }),
    ...(valued.length > 0 && { reads: valued.join(' ') }),
  }
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
}

/** Commands that are alike share a row. */
function merged(commands: readonly (readonly [string, object])[]) {
  const rows = new Map<string, readonly [string[], object]>()
  for (const [names, kept] of commands) {
    const key = JSON.stringify(kept)
    const row = rows.get(key) ?? ([[], kept] as const)
    rows.set(key, row)
    row[0].push(names)
  }
  return [...rows.values()].map(([names, kept]) => [names.join('|'), kept] as const)
}
