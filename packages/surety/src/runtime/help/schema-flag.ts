import { traitsOf } from '../../dialects/wires.ts'
import { toolModel } from './model.ts'
import { builtinsOf } from './builtins/index.ts'
import { dialectExits } from './manifest/exit-entries.ts'
import { buildCommandSchema, buildShortSchema } from './manifest/command-schema.ts'
import { completeForm, manifestForm, manifestOf, withoutEtag } from './tool-manifest.ts'
import { describeLoaded, modelOf } from './load-model.ts'
import { warn, type Run } from '../run/run-state.ts'
import type { RunEnd } from '../run/ending/run-end.ts'
import { llmsData, llmsText } from './discovery/llms-index.ts'

/** Answers `--schema` for a group or the tool with the manifest of its commands. */
export async function groupSchemaEnd(run: Run, path: readonly string[]): Promise<RunEnd> {
  const { cli, output } = run
  const builtins = builtinsOf(cli, output.dialect)
  const part = path.length > 0 ? { path } : {}
  const report = (problem: string) => warn(run, problem)
  const manifest = await manifestOf(cli, output.dialect, builtins, report, part)
  const isPart = path.length > 0 && manifestForm(output.dialect) === 'short'
  const data = isPart ? withoutEtag(manifest) : manifest
  return { kind: 'data', data, type: 'manifest', isUnlimited: true }
}

/** Answers `--schema` for a command with its input, output and exits as data. */
export async function schemaEnd(
  run: Run,
  { fields }: Readonly<Record<string, unknown>>,
): Promise<RunEnd> {
  const { dialect } = run.output
  const { cli, path } = run
  const isBuiltin = path.length > 0 && !Object.hasOwn(cli.declaration.commands, path[0]!)
  // No other command is loaded.
  const called = { path, command: run.command!, isBuiltin }
  const isShort = traitsOf(dialect).isLean === true && typeof fields !== 'string'
  const form = isShort ? 'short' : completeForm(dialect)
  const model = toolModel(cli)
  const command = describeLoaded(cli, called, form)
  const numbers = await dialectExits(cli, dialect)
  const data = isShort
    ? buildShortSchema(model, command, numbers, cli.declaration.timeoutMs ?? 30_000)
    : buildCommandSchema(model, command, numbers, form)
  const end = { kind: 'data', type: 'command_schema', isReshaped: true, isUnlimited: true } as const
  if (typeof fields !== 'string') return { ...end, data }
  const { chooseFields } = await import('../result/fields.ts')
  return { ...end, data: chooseFields(run, fields, data) }
}

/** Answers `--llms`: an index of the tool or of a group, as Markdown or as data. */
export async function llmsEnd(run: Run, path: readonly string[]): Promise<RunEnd> {
  const { cli, output } = run
  const report = (warning: string) => warn(run, warning)
  const model = await modelOf(cli, builtinsOf(cli, output.dialect), report)
  const text = llmsText(model, path).trimEnd()
  return { kind: 'text', text, data: llmsData(model, path), type: 'llms', isUnlimited: true }
}
