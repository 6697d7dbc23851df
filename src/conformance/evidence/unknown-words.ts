import { addWords } from '../probing/add-words.ts'
import type { Probing } from '../probing/probing.ts'
import { mayInventWords, type Probe } from '../probing/subject.ts'

/**
 * A command that no tool has: the probe of that name in the profile, else an invented word. None where the
 * tool might take the word as an argument and act on it.
 */
export function unknownCommands(tool: Probing): readonly Probe[] {
  const given = tool.probes('invalid').find(({ name }) => name === 'unknown command')
  if (given !== undefined) return [given]
  if (!mayInventWords(tool.subject)) return []
  const argv = ['surety-check-no-such-command']
  return [{ name: 'unknown command', argv, kind: 'invalid', command: null }]
}

/** A flag that no command has, on the first read. None without a read, unless no word can be an argument. */
export function unknownFlags(tool: Probing): readonly Probe[] {
  const [read] = tool.probes('read')
  if (read === undefined && !mayInventWords(tool.subject)) return []
  const argv = addWords(read?.argv ?? [], ['--surety-check-no-such-flag'])
  return [{ name: 'unknown flag', argv, kind: 'invalid', command: read?.command ?? null }]
}

/** Everything that must be refused: what the profile or manifest gives, an unknown command and flag. */
export function refusals(tool: Probing): readonly Probe[] {
  const given = tool.probes('invalid')
  const unknown = unknownCommands(tool).filter((probe) => !given.includes(probe))
  return [...given, ...unknown, ...unknownFlags(tool)]
}
