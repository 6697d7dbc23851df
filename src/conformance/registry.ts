import type { Check } from './check.ts'

/** Every check, by level and topic, behind an `import()`: one that is not asked for is not loaded. */
export const CHECKS: Readonly<Record<string, () => Promise<{ readonly check: Check }>>> = {
  no_hang_stdin_closed: () => import('./checks/waiting/no-hang-stdin-closed.ts'),
  json_envelope: () => import('./checks/envelope/json-envelope.ts'),
  exit_code_contract: () => import('./checks/exits/exit-code-contract.ts'),
}

/** Loads the checks with these ids, or all of them. */
export async function loadChecks(
  ids: readonly string[] = Object.keys(CHECKS),
): Promise<readonly Check[]> {
  return Promise.all(ids.map(async (id) => (await CHECKS[id]!()).check))
}
