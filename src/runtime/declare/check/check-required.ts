import { defect } from '../../../contract/index.ts'
import type { CommandDeclaration } from '../command-declaration.ts'
import { errorRow } from '../exits/error-declarations.ts'
import { isGenerator } from '../plain-declaration.ts'

/**
 * Checks what the requirements of the spec want declared, for tools that declare such a generation. Other tools get
 * their exits and their danger from the framework.
 */
export function checkRequired(
  where: string,
  declaration: CommandDeclaration,
  isCurrent = false,
): void {
  if (declaration.auth && declaration.scopes === undefined) {
    throw defect('SCOPES_MISSING', `${where} has auth and must declare scopes; use [] for none`)
  }
  const { danger, exitCodes, errors = {}, run, filter, protocol } = declaration
  if (danger === undefined) {
    throw defect('DANGER_MISSING', `${where} has no danger; add safe, mutating or destructive`)
  }
  if (exitCodes === undefined || Object.keys(exitCodes).length === 0) {
    throw defect('EXITS_MISSING', `${where} has no exitCodes; list SUCCESS and every other exit`)
  }
  if (!Object.hasOwn(exitCodes, 'SUCCESS')) {
    throw defect('EXIT_SUCCESS_MISSING', `${where}: exitCodes has no SUCCESS; describe it`)
  }
  for (const [code, row] of Object.entries(errors)) {
    const { exit } = errorRow(row)
    const name = typeof exit === 'string' ? exit : exit.name
    if (Object.hasOwn(exitCodes, name)) continue
    throw defect('EXIT_UNDECLARED', `${where}: ${code} ends in ${name}; add ${name} to exitCodes`)
  }
  if (isCurrent && filter === 'protocol' && protocol === undefined) {
    throw defect('PROTOCOL_MISSING', `${where} serves a protocol; add protocol with its name`)
  }
  if (isCurrent && danger === 'destructive' && filter !== 'protocol' && isGenerator(run)) {
    throw defect(
      'STREAM_DESTRUCTIVE',
      `${where} is destructive and must not stream; collect the rows and return them`,
    )
  }
}
