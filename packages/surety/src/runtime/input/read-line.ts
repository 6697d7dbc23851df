import { Schema, type Definition } from '../../schema/index.ts'
import type { Cli } from '../declare/cli.ts'
import type { Command } from '../declare/command.ts'
import { frameworkFlags } from '../declare/framework-flags.ts'
import type { GenerationRules } from '../declare/generation-rules.ts'
import type { CommandDeclaration } from '../declare/types/command-declaration.ts'
import { learnSecret, warnWithCode, type Run } from '../run/run-state.ts'
import { compileArgv } from './argv/compile.ts'
import { someDefinition } from './argv/field.ts'
import { hasFlagDefaults, type CheckedInput } from './read-input.ts'

const readers = new WeakMap<Command, ReturnType<typeof compileReader>>()

/** Returns what reads the lines of a command; throws if its parameters contradict each other. */
export function readerOf({ cli, output: { rules } }: Run, command: Command) {
  const known = readers.get(command)
  // The flags depend on the contract of the answer.
  const isFit = known?.cli === cli && known.rules === rules
  const reader = isFit ? known : compileReader(cli, command, rules)
  readers.set(command, reader)
  return reader
}

function compileReader(cli: Cli, { declaration }: Command, rules: GenerationRules) {
  const { args = {}, options = {} } = declaration
  const { globals = {} } = cli.declaration
  const framework = {
    make: () => frameworkFlags(cli, declaration, rules),
    isRead: hasFlagDefaults(declaration),
  }
  const parser = compileArgv({ args, flags: { options, globals }, framework })
  return { cli, rules, parser, isSuspect: isSuspect(declaration) }
}

/** Tests for input in which a wrong value can hide: ids and paths. */
function isSuspect({ args, options }: CommandDeclaration): boolean {
  const schemas = Object.values({ ...options, ...args })
  return schemas.some((schema) => !(schema instanceof Schema) || someDefinition(schema.def, isKind))
}

function isKind(def: Definition): boolean {
  return def.kind === 'string' && def.is !== undefined
}

/** Reads a line with options, or values that have to be made of its texts, and finds all problems. */
export async function readLine(
  run: Run,
  command: Command,
  argv: readonly string[],
): Promise<CheckedInput> {
  const { parser, isSuspect: suspects } = readerOf(run, command)
  const { inspectable: isCurrent } = run.output.rules
  const current = isCurrent ? await import('./rules-1.16.ts') : null
  const parsed = parser.parse(argv)
  const { env, exactlyOne, optionRules } = command.declaration
  const checking =
    exactlyOne || optionRules || parser.isRelated
      ? (await import('./related-options.ts')).checkRelated(
          run,
          parser,
          parsed,
          command.declaration,
        )
      : parser.check(parsed)
  // Waiting for what is there takes time too.
  const checked = checking instanceof Promise ? await checking : checking
  const texts =
    env && (await (await import('./argv/texts.ts')).readTexts(env, (name) => run.world.env[name]))
  for (const secret of [...checked.secrets, ...(texts?.secrets ?? [])]) learnSecret(run, secret)
  for (const { param, deprecated } of checked.deprecated) {
    const reason = deprecated === true ? '.' : `: ${deprecated}`
    const replacement = typeof deprecated === 'string' ? deprecated : null
    warnWithCode(run, 'DEPRECATED', `${param} is deprecated${reason}`, { param, replacement })
  }
  const { options = {}, globals = {}, flags = {} } = checked.flags
  const values = { args: checked.args, options, globals, env: texts?.values ?? {} }
  return {
    flags,
    missing: checked.missing,
    problems: [
      ...checked.problems,
      ...(texts?.problems ?? []),
      ...(current?.refusedIn116(run.cli, command, parser, parsed) ?? []),
      ...(suspects
        ? (await import('./agent-input.ts')).screenInput(command.declaration, values)
        : []),
    ],
    ...values,
  }
}
