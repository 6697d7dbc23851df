import type { ListedCommand, ListedFlag } from '@surety/client/unstable/client'
import { addWords } from '@surety/internal/command-words.ts'
import { FRAMEWORK_COMMANDS, PREVIEW_FLAGS, sample, valuesOf } from '../discover/manifest-probes.ts'
import type { Probing } from '../probing/probing.ts'
import type { Probe } from '../probing/subject.ts'
import { readsOfData } from './answers.ts'
import { commandOf } from './listed.ts'

/** The call of each listed command that can do least harm. */
export function safestCalls({ subject }: Probing): readonly Probe[] {
  const own = subject.commands.filter(
    ({ path, isBuiltin, isGroup, isStreaming, canStream }) =>
      !isBuiltin && !isGroup && !FRAMEWORK_COMMANDS.has(path) && !isStreaming && !canStream,
  )
  return sample(own.flatMap(safestCall), MAX_CALLS)
}

/**
 * One that changes something and has no preview is asked for its help alone: with a flag that cannot exist it would
 * do its work in a tool that ignores such flags.
 */
function safestCall(command: ListedCommand): readonly Probe[] {
  const preview = previewOf(command)
  if (command.danger !== 'safe' && preview === undefined) return []
  const required = command.flags.filter(({ isRequired }) => isRequired)
  const argv = [...command.words, ...valuesOf(required), ...(preview ?? [])]
  return [callOf(command, argv, 'read')]
}

export function previewOf({ flags, danger }: ListedCommand): readonly string[] | undefined {
  if (danger === 'safe') return undefined
  const flag = flags.find(({ name }) => PREVIEW_FLAGS.includes(name))
  return flag && [`--${flag.name}`]
}

export function callOf(
  { path }: ListedCommand,
  argv: readonly string[],
  kind: Probe['kind'],
): Probe {
  return { name: argv.join(' '), argv, kind, command: path }
}

const MAX_CALLS = 48

/** A listed flag without its last letter. Who accepts it changes what it means with the next flag that starts so. */
export function cutFlags(tool: Probing): readonly Probe[] {
  const [read] = readsOfData(tool)
  const flags = (read && commandOf(tool.subject.commands, read.argv)?.flags) ?? []
  const names = flags.map(({ name }) => name)
  const flag = flags.find(
    ({ name, isPositional }) =>
      !isPositional &&
      name.length > SHORT &&
      !names.includes(name.slice(0, -1)) &&
      !read!.argv.some((word) => word.startsWith(`--${name}`)),
  )
  if (flag === undefined) return []
  const cut = { ...flag, name: flag.name.slice(0, -1) }
  const words = flag.type === 'boolean' ? [`--${cut.name}`] : valuesOf([cut])
  return [{ name: 'cut flag', argv: addWords(read!.argv, words), kind: 'invalid' }]
}

/** A flag that is this short may be an alias of another one. */
const SHORT = 4

/** Calls of safe commands with a value that a listed flag cannot have; discovery tries one flag of each command. */
export function wrongValues({ subject }: Probing): readonly Probe[] {
  const calls = subject.commands
    .filter(({ danger, isGroup, isBuiltin }) => danger === 'safe' && !isGroup && !isBuiltin)
    .flatMap((command) => {
      const { words, flags } = command
      const required = flags.filter(({ isRequired }) => isRequired)
      return flags.filter(isTyped).map(({ name }) => {
        const given = valuesOf(required.filter((flag) => flag.name !== name))
        return callOf(command, [...words, ...given, `--${name}`, NO_SUCH_VALUE], 'invalid')
      })
    })
  return sample(calls, MAX_WRONG)
}

function isTyped({ isPositional, type, values }: ListedFlag): boolean {
  return !isPositional && (type === 'integer' || type === 'number' || values.length > 0)
}

const NO_SUCH_VALUE = 'surety-check-no-such-value'

const MAX_WRONG = 16
