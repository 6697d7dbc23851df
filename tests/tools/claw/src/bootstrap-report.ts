import type { Match } from './routing.ts'
import type { Turn } from './turn-engine.ts'

/** What a start came to. */
export interface Bootstrapped {
  readonly prompt: string
  readonly setup: Readonly<Record<string, string>>
  readonly routed_matches: readonly Match[]
  readonly command_execution_messages: readonly string[]
  readonly tool_execution_messages: readonly string[]
  readonly turn: Turn
  readonly persisted_session_path: string
}

/** Writes the Markdown report of a start. */
export function bootstrapReport(started: Bootstrapped): string {
  const { setup, turn } = started
  const matches = started.routed_matches.map(
    ({ kind, name, score, source_hint }) => `${kind} ${name}, score ${score} (${source_hint})`,
  )
  return [
    '# Bootstrap',
    '',
    `Prompt: ${started.prompt}`,
    '',
    '## Setup',
    '',
    ...Object.entries(setup).map(([key, value]) => `- ${key}: ${value}`),
    '',
    ...section('Matches', matches),
    ...section('Commands', started.command_execution_messages),
    ...section('Tools', started.tool_execution_messages),
    `## Turn: ${turn.stop_reason}`,
    '',
    turn.output,
    '',
    `Session: ${started.persisted_session_path}`,
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return [
    `## ${title}`,
    '',
    ...(lines.length > 0 ? lines.map((line) => `- ${line}`) : ['none']),
    '',
  ]
}
