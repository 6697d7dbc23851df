import { traitsOf } from '../../dialects/index.ts'
import { leanSchema } from './manifest/lean-schema.ts'
import { builtinsOf } from './builtins/index.ts'
import { dialectExits } from './manifest/dialect-exits.ts'
import { buildCommandSchema } from './manifest/command-schema.ts'
import { hasLeanManifest, manifestOf, withoutEtag } from './tool-manifest.ts'
import { describeLoaded } from './cli-model.ts'
import type { Run } from '../run/run-state.ts'
import type { RunEnd } from '../run/ending/run-end.ts'

/** Answers `--schema` for a group or the whole tool with the manifest of its commands. */
export async function groupSchemaEnd(run: Run, path: readonly string[]): Promise<RunEnd> {
  const { cli, output } = run
  const builtins = builtinsOf(cli, output.dialect)
  const part = path.length > 0 ? { path } : {}
  const report = (problem: string) => void run.warnings.push(problem)
  const manifest = await manifestOf(cli, output.dialect, builtins, report, part)
  const isPart = path.length > 0 && hasLeanManifest(output.dialect)
  run.isWhole = true
  return { kind: 'data', data: isPart ? withoutEtag(manifest) : manifest, type: 'manifest' }
}

/** Answers `--schema` for a command with its input, output and exits as data. */
export async function schemaEnd(run: Run, fields: unknown): Promise<RunEnd> {
  const { dialect } = run.output
  const { cli, path } = run
  const isBuiltin = path.length > 0 && !Object.hasOwn(cli.declaration.commands, path[0]!)
  // No other command is loaded.
  const called = { path, command: run.command!, isBuiltin }
  const isLean = traitsOf(dialect).isLean === true && typeof fields !== 'string'
  const form = isLean ? 'lean' : run.output.isCurrent ? 'current' : 'whole'
  const model = describeLoaded(cli, [called], form)
  const command = model.commands[0]!
  run.isReshaped = true
  run.isWhole = true
  const numbers = await dialectExits(cli, dialect)
  const entry = run.output.isCurrent ? await import('./manifest/current/command-entry.ts') : null
  const whole = () => ({
    ...buildCommandSchema(model, command, numbers),
    ...(entry && { positionals: command.args.map(entry.positional) }),
  })
  const type = 'command_schema'
  if (typeof fields !== 'string') {
    const data = isLean ? leanSchema(model, command, numbers, limitOf(run)) : whole()
    return { kind: 'data', data, type }
  }
  const { chooseFields } = await import('../result/shape-data.ts')
  return { kind: 'data', data: chooseFields(run, fields, whole()), type }
}

function limitOf({ cli }: Run): number {
  return cli.declaration.timeoutMs ?? 30_000
}
