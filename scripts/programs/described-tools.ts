import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { readYaml } from '../../packages/internal/src/yaml-text.ts'
import { root } from '../build/targets.mjs'

/** What `surety describe -- <tool>` found out about a program that does not know of surety. */
export interface DescribedTool {
  readonly tool: string
  /** `missing` if the program is not on this machine, else the code of the failure, or null. */
  readonly failure: string | null
  readonly from?: string
  readonly commands?: number
  readonly options?: number
}

/** Programs of several languages and frameworks; the last four have help that is known not to be read. */
const TOOLS =
  'oxlint vitest esbuild changeset knip prettier tsdown publint gh jq podman tsc semver redis-server tmux'.split(
    ' ',
  )

interface Answer {
  readonly ok: boolean
  readonly data: { readonly from: string; readonly commands: number; readonly document: string }
  readonly error: { readonly code: string } | null
}

interface Optioned {
  readonly options?: object
  readonly commands?: Readonly<Record<string, Optioned>>
}

/** Describes a program with the built command, as anybody would. */
async function describeTool(tool: string): Promise<DescribedTool> {
  const main = join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs')
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const isHere = spawnSync('which', [tool], { env: { PATH } }).status === 0
  if (!isHere) return { tool, failure: 'missing' }
  const words = [main, 'describe', '--format', 'json', '--', tool]
  const { stdout } = spawnSync(process.execPath, words, {
    env: { ...process.env, PATH },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const { ok, data, error } = JSON.parse(stdout) as Answer
  if (!ok) return { tool, failure: error?.code ?? 'unknown' }
  const { from, commands, document } = data
  const options = optionsOf((await readYaml(document)) as Optioned)
  return { tool, failure: null, from, commands, options }
}

function optionsOf({ options = {}, commands = {} }: Optioned): number {
  const below = Object.values(commands).map(optionsOf)
  return below.reduce((sum, count) => sum + count, Object.keys(options).length)
}

export function tableOf(tools: readonly DescribedTool[]): readonly string[] {
  return [
    '| Tool | Read from | Commands | Options |',
    '|---|---|--:|--:|',
    ...tools.map(({ tool, failure, from, commands, options }) =>
      failure === null
        ? `| \`${tool}\` | ${from} | ${commands} | ${options} |`
        : `| \`${tool}\` | ${failure === 'missing' ? 'missing on the machine' : `refused, \`${failure}\``} | | |`,
    ),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const tools: DescribedTool[] = []
  for (const tool of TOOLS) tools.push(await describeTool(tool))
  console.log(tableOf(tools).join('\n'))
  if (process.argv.includes('--write'))
    writeFileSync(
      join(root, 'scripts/programs/described-tools.json'),
      `${JSON.stringify(tools, null, 2)}\n`,
    )
}
