import { traitsOf } from '../../dialects/index.ts'
import { flagName } from '../declare/framework-flags.ts'
import { groupFlags } from '../input/read-input.ts'
import { leanSchema } from './manifest/lean-schema.ts'
import { builtinsOf } from './builtins/index.ts'
import { dialectExits } from './manifest/dialect-exits.ts'
import { buildCommandSchema } from './manifest/command-schema.ts'
import { manifestFor } from './manifest/manifest-for.ts'
import { positional } from './manifest/current/command-entry.ts'
import { modelOf } from './cli-model.ts'
import type { CliModel, CommandModel } from './manifest/model.ts'
import type { Run } from '../run/run-state.ts'
import type { RunEnd } from '../run/run-end.ts'

/** Answers `--schema` for a group or the whole tool with the manifest of its commands. */
export async function groupSchemaEnd(run: Run, path: readonly string[]): Promise<RunEnd> {
  const { dialect } = run.output
  const model = await loadModel(run)
  const isBelow = (other: { readonly path: readonly string[] }) =>
    path.every((word, at) => word === other.path[at])
  const data = await manifestFor(dialect)(
    { ...model, groups: model.groups.filter(isBelow), commands: model.commands.filter(isBelow) },
    await dialectExits(run.cli, dialect),
  )
  run.isWhole = true
  return { kind: 'data', data, type: 'manifest' }
}

function loadModel(run: Run): Promise<CliModel> {
  const builtins = builtinsOf(run.cli, run.output.dialect)
  const report = (problem: string) => void run.warnings.push(problem)
  return modelOf(run.cli, builtins, report, run.output.isCurrent)
}

/** Answers `--schema` for a command with its input, output and exits as data. */
export async function schemaEnd(run: Run, fields: unknown): Promise<RunEnd> {
  const { dialect } = run.output
  const model = await loadModel(run)
  const command = model.commands.find(({ path }) => path.join(' ') === run.path.join(' '))!
  run.isReshaped = true
  run.isWhole = true
  const numbers = await dialectExits(run.cli, dialect)
  const schema = {
    ...buildCommandSchema(model, command, numbers),
    ...(run.output.isCurrent && { positionals: command.args.map(positional) }),
  }
  const type = 'command_schema'
  const shown = traitsOf(dialect).isLean
    ? leanSchema(schema, sharedFlags(run, command), limitOf(run))
    : schema
  if (typeof fields !== 'string') return { kind: 'data', data: shown, type }
  const { chooseFields } = await import('../result/shape-data.ts')
  return { kind: 'data', data: chooseFields(run, fields, schema), type }
}

/** Names the flags that every command of the tool has; a command may declare its own instead. */
function sharedFlags({ cli }: Run, { args, options }: CommandModel): ReadonlySet<string> {
  const keys = Object.keys({ ...cli.declaration.globals, ...groupFlags(cli) })
  const shared = new Set([...keys.map(flagName), 'output'])
  for (const { name } of [...args, ...options]) shared.delete(name)
  return shared
}

function limitOf({ cli }: Run): number {
  return cli.declaration.timeoutMs ?? 30_000
}
