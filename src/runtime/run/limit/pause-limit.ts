import type { Run } from '../run-state.ts'

/** Waits for a person. The time limit does not run meanwhile, because people type slowly. */
export async function withoutLimit<Answer>(run: Run, ask: () => Promise<Answer>): Promise<Answer> {
  const { pause } = run
  if (pause.questions === 0) pause.since = run.duration.elapsed()
  pause.questions += 1
  run.limitChanged?.()
  try {
    return await ask()
  } finally {
    pause.questions -= 1
    if (pause.questions === 0) pause.ms += run.duration.elapsed() - pause.since
    run.limitChanged?.()
  }
}
