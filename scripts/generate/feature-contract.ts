import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'

import { format } from 'oxfmt'

import { root } from '../generators.ts'

const STEPS = 'packages/surety/src/runtime/steps'
const TARGET = 'packages/surety/src/contract/codes/features.json'

type Style = Parameters<typeof format>[2]

/** What a feature adds to the contract: its error codes, texts in `meta`, and marks of lines that are no items. */
interface FeatureContract {
  readonly errors?: object
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
  const features = {
    errors: Object.assign({}, ...all.map(({ errors }) => errors)) as object,
    meta: all.flatMap(({ meta = [] }) => meta),
    notices: all.flatMap(({ notices = [] }) => notices),
  }
  const style = JSON.parse(await readFile(`${root}.oxfmtrc.json`, 'utf8')) as Style
  return { [TARGET]: (await format(TARGET, JSON.stringify(features, null, 2), style)).code }
}
