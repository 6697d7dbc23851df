import type { ForeignError, ForeignProgram } from '../model/foreign-program.ts'
import type { CittyCommand } from './citty-program.ts'
import { readTree } from './read-tree.ts'

/** Reads a program of citty. Its actions are watched in a copy, because citty drops what they return. */
export async function readCitty(main: CittyCommand, name: string): Promise<ForeignProgram> {
  const call: { hasRun: boolean; returned: unknown } = { hasRun: false, returned: undefined }
  const { tree, command } = await readTree(main, (run) => async (context) => {
    call.hasRun = true
    const returned: unknown = await run(context)
    // A group whose own action follows that of its command returns nothing.
    if (returned !== undefined) call.returned = returned
    return returned
  })
  const { version, description = '' } = (command.meta ?? {}) as {
    readonly version?: string
    readonly description?: string
  }
  return {
    name,
    version,
    description,
    root: tree,
    invoke: async (words) => {
      const { runCommand } = await import('citty')
      call.hasRun = false
      call.returned = undefined
      await runCommand(command as never, { rawArgs: [...words] })
      return { returned: call.returned }
    },
    classify: (error) => classify(error, call.hasRun),
  }
}

function classify(error: unknown, hasRun: boolean): ForeignError {
  if (hasRun || !(error instanceof Error) || error.name !== 'CLIError') return { kind: 'thrown' }
  // Its messages are coloured, whatever they are written to.
  // oxlint-disable-next-line no-control-regex -- it is what colours are made of
  const message = error.message.replaceAll(/\u001b\[[\d;]*m/g, '')
  const { code } = error as { readonly code?: unknown }
  const missing = /^Missing required (?:positional )?argument: (.*)$/.exec(message)?.[1]
  const [, param, value, allowed] =
    /^Invalid value for argument: (\S+) \((.*)\)\. Expected one of: (.*)\.$/.exec(message) ?? []
  if (missing !== undefined) {
    const named = missing.startsWith('-') ? missing : `<${missing.toLowerCase()}>`
    return refusal('MISSING_ARGUMENT', message, { param: named })
  }
  if (param !== undefined)
    return refusal('INVALID_CHOICE', message, {
      param,
      ...(value !== undefined && { value }),
      ...(allowed !== undefined && { allowed: allowed.split(', ') }),
    })
  const command = /^Unknown command (.*)$/.exec(message)?.[1]
  return refusal(code === 'E_UNKNOWN_COMMAND' ? 'UNKNOWN_COMMAND' : 'ARG_ERROR', message, {
    ...(command !== undefined && { param: command }),
  })
}

function refusal(
  code: string,
  message: string,
  more: { readonly param?: string; readonly value?: string; readonly allowed?: readonly string[] },
): ForeignError {
  return {
    kind: 'refused',
    problem: { code, message: /[.!?]$/.test(message) ? message : `${message}.`, ...more },
  }
}
