import { addMeta, type Run } from '../run/run-state.ts'

/** Replaces the type of a result that no longer has the shape that its type stands for. */
export function nameShape(run: Run, type: string): void {
  if (run.command?.declaration.type !== undefined) addMeta(run, { type })
}
