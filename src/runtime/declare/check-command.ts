import { defect, type CustomExitCode, type FailureName } from '../../contract/index.ts'
import type { CommandDeclaration } from './command-declaration.ts'
import { resolveExits, type ExitTable } from './exit-declarations.ts'
import { resolveErrors, type ErrorTable } from './error-declarations.ts'
import { flagName, isReservedFlag } from './framework-flags.ts'

/** The parts of a command that are computed once, at registration. */
export interface CheckedCommand {
  readonly exits: ExitTable
  readonly errors: ErrorTable
  /** The custom exit codes among the exits. */
  readonly customExits: readonly CustomExitCode[]
  /** Names of the result types that the command may return. */
  readonly types: readonly string[]
}

/** Checks a declaration against the contract, throws on a violation and fills in defaults. */
export function checkCommand(declaration: CommandDeclaration): CheckedCommand {
  // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
  const where = `command '${String(declaration?.description ?? '')}'`
  checkDescription(where, declaration)
  checkDanger(where, declaration)
  checkAuth(where, declaration)
  checkJob(where, declaration)
  checkGui(where, declaration)
  checkParams(where, declaration)
  const exits = resolveExits(where, declaration.exitCodes, frameworkExits(declaration))
  const errors = resolveErrors(where, declaration.errors, exits)
  const types = [...(declaration.type ? [declaration.type] : []), ...(declaration.types ?? [])]
  const customExits = Object.values(exits).flatMap((exit) => exit.custom ?? [])
  return Object.freeze({ exits, errors, customExits, types: Object.freeze(types) })
}

function checkDescription(where: string, declaration: CommandDeclaration): void {
  if (typeof declaration.description !== 'string' || declaration.description.trim() === '') {
    throw defect('DESCRIPTION_MISSING', 'a command needs a description')
  }
  if (typeof declaration.run !== 'function') {
    throw defect('RUN_MISSING', `${where} has no run()`)
  }
  const members = declaration as unknown as Record<string, unknown>
  if (members['execute'] !== undefined || members['before'] !== undefined) {
    throw defect(
      'HOOK_ORDER',
      `${where}: execute and before would run before validation; move the work into run()`,
    )
  }
}

function checkDanger(where: string, declaration: CommandDeclaration): void {
  const { danger, dryRun, safeDefault } = declaration
  if (danger === undefined) {
    throw defect(
      'DANGER_MISSING',
      `${where} declares no danger; set it to safe, mutating or destructive`,
    )
  }
  if (!['safe', 'mutating', 'destructive'].includes(danger)) {
    throw defect(
      'DANGER_INVALID',
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- callers without types hand over anything
      `${where} has danger '${String(danger)}'; use safe, mutating or destructive`,
    )
  }
  if (safeDefault && danger !== 'destructive') {
    throw defect(
      'SAFE_DEFAULT_MISPLACED',
      `${where}: only destructive commands can have safeDefault`,
    )
  }
  if ((danger === 'destructive' || safeDefault) && typeof dryRun !== 'function') {
    throw defect('DRY_RUN_MISSING', `${where} is destructive and needs dryRun()`)
  }
}

function checkAuth(where: string, declaration: CommandDeclaration): void {
  const { auth, scopes } = declaration
  if (!auth) return
  if (!auth.headless && (auth.tokenEnv ?? []).length === 0) {
    throw defect(
      auth.headless === undefined ? 'AUTH_HEADLESS_MISSING' : 'AUTH_TOKEN_ENV_MISSING',
      `${where}: auth.tokenEnv must name a variable, unless auth.headless is true`,
    )
  }
  if (!Array.isArray(scopes)) {
    throw defect('SCOPES_MISSING', `${where} has auth and must declare scopes; use [] for none`)
  }
}

function checkJob(where: string, declaration: CommandDeclaration): void {
  const { job } = declaration
  if (!job) {
    if ((declaration as { async?: unknown }).async === true) {
      throw defect('JOB_MISSING', `${where} is async and must declare job with a descriptor schema`)
    }
    return
  }
  if (typeof job.descriptor !== 'object' || job.descriptor === null) {
    throw defect('JOB_DESCRIPTOR_MISSING', `${where}: job.descriptor must be a JSON Schema`)
  }
  if (typeof job.status !== 'function' || typeof job.cancel !== 'function') {
    throw defect('JOB_HOOKS_MISSING', `${where}: job needs status() and cancel()`)
  }
}

function checkGui(where: string, declaration: CommandDeclaration): void {
  if (declaration.gui === undefined) return
  if (declaration.gui.length === 0) {
    throw defect('GUI_EMPTY', `${where}: gui is empty; remove it or list the operations`)
  }
  for (const { name, headless } of declaration.gui) {
    if (!['emit_in_output', 'skip', 'error'].includes(headless)) {
      throw defect(
        'GUI_HEADLESS_MISSING',
        `${where}: gui operation '${name}' needs headless: emit_in_output, skip or error`,
      )
    }
  }
}

function checkParams(where: string, declaration: CommandDeclaration): void {
  for (const key of Object.keys(declaration.options ?? {})) {
    const name = flagName(key)
    if (isReservedFlag(name)) {
      throw defect(
        'FLAG_RESERVED',
        `${where}: option --${name} is reserved by the framework; choose another name`,
      )
    }
  }
  for (const [kind, shape] of [
    ['args', declaration.args],
    ['options', declaration.options],
    ['env', declaration.env],
  ] as const) {
    for (const [key, schema] of Object.entries(shape ?? {})) {
      if (typeof schema?.['~standard']?.validate !== 'function') {
        throw defect('SCHEMA_INVALID', `${where}: ${kind}.${key} is not a Standard Schema`)
      }
    }
  }
}

/** Lists the exits that the framework itself may use for a command with this declaration. */
function frameworkExits(declaration: CommandDeclaration): readonly FailureName[] {
  const exits: FailureName[] = []
  const { auth, stdin, danger, errors = {} } = declaration
  const { interactive, gui, editor, cacheable, configScope } = declaration
  if (interactive || auth || gui || editor || configScope) exits.push('PRECONDITION')
  if (auth) exits.push('AUTH_REQUIRED', 'PERMISSION_DENIED')
  if (stdin) exits.push('NOT_FOUND', 'PRECONDITION')
  if (cacheable) exits.push('PRECONDITION')
  // An input error that run() raises may come after a change.
  const refusesInput = Object.values(errors).some(
    (row) => (typeof row === 'string' ? row : row?.exit) === 'ARG_ERROR',
  )
  if (danger !== 'safe' && refusesInput) exits.push('PARTIAL_FAILURE')
  return exits
}
