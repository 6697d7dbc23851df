import { s, Schema, type AnySchema } from '../../schema/index.ts'
import type { Cli } from './cli.ts'
import type { CommandDeclaration } from './command-declaration.ts'
import { flagName, FRAMEWORK_FLAGS, type FlagFacts, type FrameworkFlag } from './framework-flags.ts'
import type { Shape } from './standard-schema.ts'
import type { GenerationRules } from './generation-rules.ts'

/** Builds the flags that a command has from the framework; without a command those of every command. */
export function frameworkFlags(
  { declaration: tool }: Cli,
  command: Partial<CommandDeclaration>,
  rules: GenerationRules,
): Shape {
  const facts: FlagFacts = { tool, command, rules }
  const own = { ...tool.globals, ...command.options }
  const flags: Record<string, AnySchema> = {}
  for (const flag of FRAMEWORK_FLAGS) {
    const isReplaced = !flag.isReserved && Object.hasOwn(own, flag.key)
    if (!isReplaced && (!flag.on || flag.on(facts))) flags[flag.key] = schemaOf(flag, facts)
  }
  for (const name of Object.keys(tool.output?.switches ?? {}))
    flags[name] = s.boolean().default(false).describe(`Output as ${name}`)
  return tool.ownFlags ? withoutOwnFlags(flags, tool.ownFlags) : flags
}

/** Builds the flags of a command that not every command has. */
export function particularFlags(
  cli: Cli,
  command: Partial<CommandDeclaration>,
  rules: GenerationRules,
): Shape {
  const shared = frameworkFlags(cli, {}, rules)
  const flags = Object.entries(frameworkFlags(cli, command, rules))
  return Object.fromEntries(flags.filter(([key]) => !Object.hasOwn(shared, key)))
}

/** One schema for all commands, so that descriptions of it are made once. */
const schemas = new Map<FrameworkFlag, AnySchema>()

function schemaOf(flag: FrameworkFlag, facts: FlagFacts): AnySchema {
  const { def, description, refine } = flag
  if (refine) return new Schema({ ...def, description, ...refine(facts) })
  const schema = schemas.get(flag) ?? new Schema({ ...def, description })
  schemas.set(flag, schema)
  return schema
}

/** Leaves out the names that a tool uses itself; a flag with another name keeps that one. */
function withoutOwnFlags(
  flags: Readonly<Record<string, AnySchema>>,
  ownFlags: readonly string[],
): Shape {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([key, { def }]) => {
      const own = flagName(key)
      const [name, ...aliases] = [own, ...(def.aliases ?? [])].filter(
        (each) => !ownFlags.includes(each),
      )
      return name ? [[name === own ? key : name, new Schema({ ...def, aliases })]] : []
    }),
  )
}
