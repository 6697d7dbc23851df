import { readFile } from 'node:fs/promises'

import { format } from 'oxfmt'

import { reservedNames } from '../../packages/surety/src/runtime/declare/framework-flags.ts'
// Features bring flags of their own.
import '../../packages/surety/src/runtime/steps/index.ts'
import { root } from '../generators.ts'

const TARGET = 'packages/surety/src/runtime/declare/reserved-flags.json'

type Style = Parameters<typeof format>[2]

/** Lists the names that belong to the framework, for those who need no more of the table of flags. */
export async function generate(): Promise<Record<string, string>> {
  const style = JSON.parse(await readFile(`${root}.oxfmtrc.json`, 'utf8')) as Style
  const names = JSON.stringify(reservedNames(), null, 2)
  return { [TARGET]: (await format(TARGET, names, style)).code }
}
