import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { defect } from '../../../contract/index.ts'
import { s } from '../../../schema/index.ts'
import type { Cli } from '../../declare/cli.ts'
import { defineCommand, type Command } from '../../declare/command.ts'

const names = s.array(s.string()).default([])
const ENTRIES = s.array(
  s.object({
    version: s.string(),
    date: s.string(),
    breaking: s.boolean().default(false),
    added: names,
    removed: names,
    changed: names,
  }),
)

/** Makes `changelog`, which says what changed in the answers since a version. */
export function changelogCommand(cli: Cli): Command {
  return defineCommand({
    description: 'Lists what changed in the answers, by version',
    danger: 'safe',
    type: 'changelog',
    exitCodes: { SUCCESS: 'The versions are in data, the newest first' },
    options: { since: s.string().optional().describe('Only later versions') },
    output: s.object({ entries: ENTRIES }),
    run: ({ options: { since } }) => {
      const { changelog = [] } = cli.declaration
      const given = typeof changelog === 'string' ? readEntries(changelog) : changelog
      return { entries: sinceVersion(given, since) } as { entries: [] }
    },
  })
}

function readEntries(path: string): readonly Entry[] {
  const value: unknown = JSON.parse(readFileSync(resolve(path), 'utf8'))
  if (Array.isArray(value)) return value as readonly Entry[]
  throw defect('CHANGELOG_INVALID', `${path} must hold a list of versions`)
}

interface Entry {
  readonly version: string
}

function sinceVersion(entries: readonly Entry[], since?: string): readonly Entry[] {
  const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
  return entries
    .filter(({ version }) => since === undefined || compare(version, since) > 0)
    .toSorted((a, b) => compare(b.version, a.version))
}
