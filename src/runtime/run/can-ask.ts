import type { Run } from './run-state.ts'

/** Tests whether a person at a terminal can answer a question; calls for data never ask one. */
export function canAsk({ world, output }: Run, flags: Readonly<Record<string, unknown>>): boolean {
  return (
    output.format === 'human' &&
    world.isStdinTty &&
    world.isStderrTty &&
    flags['nonInteractive'] !== true &&
    flags['yes'] !== true &&
    // The world may be simulated by a test; prompts need a real terminal.
    process.stdin.isTTY
  )
}
