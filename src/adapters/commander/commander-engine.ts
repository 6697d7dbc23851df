import type { ForeignError, ForeignProgram, RefusedWords } from '../model/foreign-program.ts'
import { internalsOf, type CommanderCommand } from './commander-program.ts'
import { readTree } from './read-tree.ts'

/** Reads a program of commander and takes its exits and its results from it. */
export function readCommander(program: CommanderCommand, name: string): ForeignProgram {
  const call: Call = { hasRun: false, returned: undefined }
  takeOver(program, call)
  return {
    name,
    version: program.version(),
    description: program.description(),
    root: readTree(program),
    invoke: async (words) => {
      call.hasRun = false
      call.returned = undefined
      await program.parseAsync(words, { from: 'user' })
      return { returned: call.returned }
    },
    classify: (error) => classify(error, call),
  }
}

/** What is known of the current call. */
interface Call {
  hasRun: boolean
  returned: unknown
}

const takenOver = new WeakMap<CommanderCommand, { call: Call }>()

/**
 * Keeps a command and those below it from ending the process and from printing errors, and notes what its
 * action returns. Settings are not inherited by commands that exist already, so each one gets them.
 */
function takeOver(command: CommanderCommand, call: Call): void {
  const known = takenOver.get(command)
  if (known) known.call = call
  else {
    const holder = { call }
    takenOver.set(command, holder)
    command.exitOverride((error) => {
      // A subcommand that is a program of its own has ended; an error would reach nobody.
      if (error.code === 'commander.executeSubCommandAsync') process.exitCode = error.exitCode
      else throw error
    })
    command.configureOutput({ outputError: () => {} } as never)
    const internals = internalsOf(command)
    const act = internals._actionHandler
    if (act) {
      internals._actionHandler = (args) => {
        holder.call.hasRun = true
        const returned = act(args)
        const note = (value: unknown) => {
          holder.call.returned = value
        }
        if (!isThenable(returned)) note(returned)
        else return returned.then((value) => note(value))
        return returned
      }
    }
  }
  for (const child of command.commands) takeOver(child, call)
}

function isThenable(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

function classify(error: unknown, { hasRun }: Call): ForeignError {
  const { name, code, exitCode, message } = (error ?? {}) as {
    readonly name?: unknown
    readonly code?: unknown
    readonly exitCode?: unknown
    readonly message?: unknown
  }
  if (typeof code !== 'string' || typeof exitCode !== 'number') return { kind: 'thrown' }
  const text = typeof message === 'string' ? message : ''
  const problem = hasRun ? null : readRefusal(code, text)
  if (problem) return { kind: 'refused', problem }
  if (name !== 'CommanderError') return { kind: 'thrown' }
  // Help that an action asks for has no message of its own.
  const isMessage = text !== '' && !text.startsWith('(') && code !== 'commander.version'
  return {
    kind: 'exit',
    code: exitCode,
    ...(isMessage && { message: text.replace(/^error:\s*/i, '') }),
  }
}

/** What commander calls its refusals, and what the contract calls them. */
const CODES: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'UNKNOWN_FLAG',
  'commander.unknownCommand': 'UNKNOWN_COMMAND',
  'commander.missingArgument': 'MISSING_ARGUMENT',
  'commander.missingMandatoryOptionValue': 'MISSING_ARGUMENT',
  'commander.optionMissingArgument': 'MISSING_VALUE',
  'commander.excessArguments': 'UNEXPECTED_ARGUMENT',
  'commander.conflictingOption': 'CONFLICTING_OPTIONS',
  'commander.invalidArgument': 'INVALID_VALUE',
}

/** Reads an error with which commander refuses words; null for any other. */
function readRefusal(code: string, text: string): RefusedWords | null {
  const ours = CODES[code]
  if (ours === undefined) return null
  const [first = '', ...rest] = text.replace(/^error:\s*/i, '').split('\n')
  const suggestion = /\(Did you mean (?:one of )?([^?,)]+)/.exec(rest.join(' '))?.[1]
  const argument = /argument '([^']*)'\.?(?: |$)/.exec(first.replace(/^option.*/, ''))?.[1]
  const named = /(?:option|command) '([^']*)'/.exec(first)?.[1] ?? ''
  const flag = /--[A-Za-z][\w-]*/.exec(named)?.[0] ?? /^-\w/.exec(named)?.[0] ?? named
  const param = argument === undefined ? flag : `<${argument}>`
  const value = /(?:argument|value) '([^']*)' is invalid/.exec(first)?.[1]
  const allowed = /Allowed choices are (.*)\.$/.exec(first)?.[1]?.split(', ')
  return {
    code: allowed ? 'INVALID_CHOICE' : ours,
    message: /[.!?]$/.test(first) ? first : `${first}.`,
    param: param || text,
    ...(value !== undefined && { value }),
    ...(allowed && { allowed }),
    ...(suggestion !== undefined && { suggestion }),
  }
}
