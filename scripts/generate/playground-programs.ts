import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { parse } from 'yaml'

import type { Description } from '../../packages/surety/src/description/description-types.ts'
import { root } from '../build/targets.mjs'

/** The programs of its samples: a page should not load what is known of three hundred. */
const PROGRAMS = ['gh', 'git', 'npm']

/** Generates what the playground knows of programs, from their ready descriptions. */
export async function generate(): Promise<Record<string, string>> {
  const files = await Promise.all(
    PROGRAMS.map(async (name) => {
      const { like, errors = [], ...calls } = await callsOf(name)
      const shared = like === undefined ? [] : ((await callsOf(like)).errors ?? [])
      const known = { ...calls, errors: [...errors, ...shared] }
      return [`pages/playground/programs/${name}.json`, `${JSON.stringify(known)}\n`] as const
    }),
  )
  return Object.fromEntries(files)
}

async function callsOf(name: string): Promise<Required<Description>['calls']> {
  const path = join(root, 'packages/client/descriptions', `${name}.surety.yaml`)
  return (parse(await readFile(path, 'utf8')) as Required<Description>).calls
}
