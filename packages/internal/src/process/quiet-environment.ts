import { NO_PAGER } from './no-pager.ts'
import variables from './quiet-variables.json' with { type: 'json' }

type Variables = Readonly<Record<string, string | undefined>>

/** Variables that turn off editors, where there is no terminal (REQ-F-055). */
const NO_EDITOR: Readonly<Record<string, string>> = Object.freeze(variables.editor)

/** Editors that fail: what nobody has read is not accepted. */
const FAILING_EDITOR: Readonly<Record<string, string>> = Object.freeze(
  Object.fromEntries(Object.keys(NO_EDITOR).map((name) => [name, 'false'])),
)

/** Variables that turn off colour, pagers, prompts, editors and update notices. */
const QUIET: Readonly<Record<string, string>> = {
  ...NO_PAGER,
  ...FAILING_EDITOR,
  ...variables.quiet,
}

/** Adds the variables that keep programs quiet. */
export function quietEnvironment(inherited: Variables): Record<string, string | undefined> {
  const { FORCE_COLOR: _loud, ...rest } = inherited
  return { ...rest, ...QUIET }
}

/** Adds a caller's variables for one child; undefined removes one. */
export function addVariables(
  quiet: Variables,
  wanted: Variables = {},
): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...quiet, ...wanted }
  // Node prints a warning if both are set; the caller's choice wins.
  if (wanted['FORCE_COLOR'] !== undefined && wanted['NO_COLOR'] === undefined)
    delete env['NO_COLOR']
  return env
}
