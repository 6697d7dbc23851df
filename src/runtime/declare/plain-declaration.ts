import { isFailureName, isStandardExitName } from '../../contract/index.ts'
import { traitsOf } from '../../dialects/index.ts'
import type { Cli } from './cli.ts'
import type { CommandDeclaration } from './command-declaration.ts'
import { flagName, isReservedFlag } from './framework-flags.ts'

/** The members of a command that need no check beyond {@link isPlainCommand}. */
export const PLAIN_MEMBERS: readonly string[] = [
  'description',
  'danger',
  'exitCodes',
  'args',
  'options',
  'exactlyOne',
  'env',
  'globals',
  'output',
  'type',
  'types',
  'errors',
  'aliases',
  'hidden',
  'deprecated',
  'examples',
  'nextSteps',
  'validate',
  'view',
  'text',
  'failureText',
  'setup',
  'run',
  'dryRun',
  'interactive',
  'network',
  'timeoutMs',
  'list',
  'cacheable',
  'stdin',
  'steps',
  'keepsWork',
  'cleanup',
]

/** The members of a tool that need no check beyond {@link isPlainCli}. */
export const PLAIN_CLI_MEMBERS: readonly string[] = [
  'name',
  'version',
  'description',
  'commands',
  'globals',
  'errors',
  'requiresCommand',
  'dialect',
  'output',
  'timeoutMs',
  'envPrefix',
  'activeScopes',
  'examples',
  'guide',
  'beforeRun',
  'afterRun',
  'ownFlags',
]

/** Tests whether a tool is certainly declared without a mistake that a run would notice. */
export function isPlainCli({ declaration }: Cli): boolean {
  return (
    Object.keys(declaration).every((member) => PLAIN_CLI_MEMBERS.includes(member)) &&
    /^[a-z0-9][a-zA-Z0-9._-]*$/.test(declaration.name) &&
    /^\d+\.\d+\.\d+/.test(declaration.version)
  )
}

/**
 * Tests whether a command is certainly declared without a mistake. The real checks explain what is wrong;
 * their file is loaded only if this test fails, because every start would pay for it.
 */
export function isPlainCommand(cli: Cli, declaration: CommandDeclaration): boolean {
  const { run, dryRun, validate, danger, exitCodes = {}, errors = {}, options = {} } = declaration
  return (
    Object.keys(declaration).every((member) => PLAIN_MEMBERS.includes(member)) &&
    typeof run === 'function' &&
    (!followsRequirements(cli) ||
      (danger !== undefined &&
        !/fetch\(|https?\./.test(String(run) + String(dryRun)) &&
        // An error with more than an exit is left to the real checks.
        ['SUCCESS', ...Object.values(errors)].every(
          (exit) => typeof exit === 'string' && exit in exitCodes,
        ))) &&
    (danger === undefined || danger === 'safe' || danger === 'mutating') &&
    Object.entries(exitCodes).every(
      ([name, text]) => isStandardExitName(name) && isSentence(text),
    ) &&
    [errors, cli.declaration.errors ?? {}].every(arePlainErrors) &&
    Object.keys({ ...options, ...cli.declaration.globals }).every(
      (key) => cli.declaration.ownFlags?.includes(flagName(key)) || !isReservedFlag(flagName(key)),
    ) &&
    [declaration.args, options, declaration.env].every(areSchemas) &&
    // Calls that run a program, open a window or change something too early are found before they are made.
    !/\b(exec|pipe|open)\(/.test(String(run) + String(dryRun)) &&
    (!validate || !/(File|dir|temp|link|Stream|Sync|fetch)\(/.test(String(validate)))
  )
}

/** Tests whether a tool declares a generation of the spec that has requirements: all but the founding one. */
export function followsRequirements({ declaration: { dialect = '' } }: Cli): boolean {
  return (traitsOf(dialect).generation ?? '1.0') !== '1.0'
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && text !== '' && text.length <= 120
}

function arePlainErrors(errors: NonNullable<CommandDeclaration['errors']>): boolean {
  return Object.entries(errors).every(([code, row]) => {
    if (!/^[A-Z][A-Z0-9_]+$/.test(code)) return false
    if (typeof row !== 'object') return isFailureName(row)
    return 'exit' in row && isFailureName(row.exit) && !('retryable' in row || 'fixCommand' in row)
  })
}

function areSchemas(shape: CommandDeclaration['args']): boolean {
  return Object.values(shape ?? {}).every(
    (schema) => typeof schema?.['~standard']?.validate === 'function',
  )
}

/** Tests for a generator function; one behind a plain function is not recognised. */
export function isGenerator(handler: unknown): boolean {
  return /Generator/.test(Object.prototype.toString.call(handler))
}
