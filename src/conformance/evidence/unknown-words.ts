import { addWords } from '../probing/add-words.ts'
import type { Probing } from '../probing/probing.ts'
import { mayBeOneCommand, type Probe } from '../probing/subject.ts'

/**
 * A command that no tool has. None for a tool that may be one command: it would take the word as its
 * argument and run.
 */
export function unknownCommands({ subject }: Probing): readonly Probe[] {
  if (mayBeOneCommand(subject.commands)) return []
  const argv = ['surety-check-no-such-command']
  return [{ name: 'unknown command', argv, kind: 'invalid', command: null }]
}

/** A flag that no command has, on the first read. */
export function unknownFlag(tool: Probing): Probe {
  const [read] = tool.probes('read')
  const argv = addWords(read?.argv ?? [], ['--surety-check-no-such-flag'])
  return { name: 'unknown flag', argv, kind: 'invalid', command: read?.command ?? null }
}

/** Everything that must be refused: what the profile or manifest gives, an unknown command and flag. */
export function refusals(tool: Probing): readonly Probe[] {
  return [...tool.probes('invalid'), ...unknownCommands(tool), unknownFlag(tool)]
}
