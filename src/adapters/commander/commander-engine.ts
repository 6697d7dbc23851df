import type { Cli } from '../../runtime/surface.ts'
import type { AdapterDeclarations } from '../declare/declarations.ts'
import { adaptedCli, answerWith } from '../engine.ts'
import type { ForeignError, ForeignProgram } from '../model/foreign-program.ts'
import { internalsOf, type CommanderCommand } from './commander-program.ts'
import { readTree } from './read-tree.ts'
import { readRefusal } from './refused-words.ts'

/** Answers a call of a commander program by the contract. */
export function answerCommander(
  program: CommanderCommand,
  name: string,
  declarations: AdapterDeclarations | string | URL | undefined,
  argv: readonly string[],
): Promise<void> {
  return answerWith(() => readCommander(program, name), declarations, argv)
}

/** Returns a commander program as a tool of the framework. */
export function commanderCli(
  program: CommanderCommand,
  name: string,
  declarations: AdapterDeclarations | string | URL | undefined,
): Promise<Cli> {
  return adaptedCli(readCommander(program, name), declarations)
}

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
