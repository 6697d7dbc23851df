import type { Command } from './command.ts'
import type { Run } from './run.ts'
import type { Ending } from './settle.ts'

/** Answers `--schema`: what a command takes and gives, as data. */
export async function schemaEnding(_run: Run, _command: Command): Promise<Ending> {
  return { kind: 'data', data: {} }
}
