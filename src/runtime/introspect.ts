import { builtinsOf } from './builtins/index.ts'
import { dialectExits } from './dialect-exits.ts'
import { buildCommandSchema } from './manifest/command-schema.ts'
import { modelOf } from './model.ts'
import { commandName, type Run } from './run.ts'
import type { Ending } from './ending.ts'

/** Answers `--schema`: what a command takes, gives and can end in, as data. */
export async function schemaEnding(run: Run, fields: unknown): Promise<Ending> {
  const { dialect } = run.output
  const model = await modelOf(run.cli, builtinsOf(run.cli, dialect))
  const command = model.commands.find(({ path }) => path.join(' ') === commandName(run))!
  run.isReshaped = true
  const schema = buildCommandSchema(model, command, await dialectExits(run.cli, dialect))
  const type = 'command_schema'
  if (typeof fields !== 'string') return { kind: 'data', data: schema, type }
  const { chooseFields } = await import('./pages.ts')
  return { kind: 'data', data: chooseFields(run, fields, schema), type }
}
