export type Report = (message: string) => void

/** Calls a hook of the caller; one that throws counts as a refusal and is reported. */
export async function ask<T>(name: string, hook: () => T | Promise<T>, report: Report) {
  try {
    return await hook()
  } catch (error) {
    report(`${name} failed: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}
