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
  checkNetworkCalls(where, declaration)
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

const NETWORK_CALL = /\b(fetch|https?\.(?:get|request))\(/g

/** Refuses network calls in the source of a handler that nothing limits: they could outlive `--timeout`. */
function checkNetworkCalls(where: string, { run, dryRun }: CommandDeclaration): void {
  const source = `${String(run)}\n${String(dryRun)}`
  for (const match of source.matchAll(NETWORK_CALL)) {
    const given = argumentsAt(source, match.index + match[0].length)
    if (/\b(?:signal|timeout)\b/.test(given)) continue
    throw defect(
      'NETWORK_CALL_UNBOUNDED',
      `${where} calls ${match[1]}() without a limit; give it { signal } of the context`,
    )
  }
}

/** Gives the text up to the parenthesis that closes a call. */
function argumentsAt(source: string, start: number): string {
  let depth = 1
  let at = start
  for (; at < source.length && depth > 0; at += 1) {
    if (source[at] === '(') depth += 1
    if (source[at] === ')') depth -= 1
  }
  return source.slice(start, at)
}
