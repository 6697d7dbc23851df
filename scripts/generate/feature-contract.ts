import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

import { format } from 'oxfmt'

import { root } from '../generators.ts'

const STEPS = 'packages/surety/src/runtime/steps'
const CODES = 'packages/surety/src/contract/codes'
const TARGET = `${CODES}/features.json`
/** What the codes mean, which a plain call does not load. */
const MEANINGS = `${CODES}/feature-meanings.json`

type Style = Parameters<typeof format>[2]

/** What a feature adds to the contract: its error codes, texts in `meta`, and marks of lines that are no items. */
interface FeatureContract {
  readonly errors?: Readonly<Record<string, { readonly exit: string; readonly meaning: string }>>
  readonly meta?: readonly string[]
  readonly notices?: readonly string[]
}

/** Collects `contract.json` of every step for the rooms below, which must not import steps. */
export async function generate(): Promise<Record<string, string>> {
  const paths = (await readdir(`${root}${STEPS}`))
    .toSorted()
    .map((name) => `${root}${STEPS}/${name}/contract.json`)
  const all = await Promise.all(
    paths
      .filter((path) => existsSync(path))
      .map(async (path) => JSON.parse(await readFile(path, 'utf8')) as FeatureContract),
  )
  const errors = all.flatMap((each) => Object.entries(each.errors ?? {}))
  const features = {
    errors: Object.fromEntries(errors.map(([code, { exit }]) => [code, exit])),
    meta: all.flatMap(({ meta = [] }) => meta),
    notices: all.flatMap(({ notices = [] }) => notices),
  }
  const meanings = Object.fromEntries(errors.map(([code, { meaning }]) => [code, meaning]))
  const style = JSON.parse(await readFile(`${root}.oxfmtrc.json`, 'utf8')) as Style
  const write = async (target: string, content: object) =>
    (await format(target, JSON.stringify(content, null, 2), style)).code
  return { [TARGET]: await write(TARGET, features), [MEANINGS]: await write(MEANINGS, meanings) }
}
