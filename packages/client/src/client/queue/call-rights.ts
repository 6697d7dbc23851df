import { statSync } from 'node:fs'
import { hostname } from 'node:os'

import { isNamed, visibleVariables } from '@surety/internal/process/visible-environment.ts'
import type { BatchCall } from '../batch/call-identity.ts'
import { toolOf } from '../call/redirect/command-line.ts'
import { type CallPlace, filesOf, placeOf, toolIdentity } from '../process/tool-file.ts'

/** What the calls of a queue may do here. */
export interface CallRights {
  /** The variables of this machine. */
  readonly inherited: Readonly<NodeJS.ProcessEnv>
  /** The words that start the tools that may run; null for all. */
  readonly tools: readonly (readonly string[])[] | null
  /** Names and patterns such as `DEPLOY_*` of variables that a line may set or name. */
  readonly allowedEnv: readonly string[]
  /** The variables that a program gets by its description. */
  readonly inherits: (argv: readonly string[]) => Promise<readonly string[]>
}

/** Variables whose values no program takes for code, a library or a place. */
const HARMLESS = ['LANG', 'LANGUAGE', 'LC_*', 'TZ', 'NO_COLOR']

/**
 * Finds a variable that a line must not set. Any name may mean code to some program (NODE_OPTIONS, LD_PRELOAD,
 * GIT_SSH), so a list of bad ones would have holes: a value needs somebody who allows its name.
 */
export function foreignVariable(
  { env = {} }: Pick<BatchCall, 'env'>,
  allowed: readonly string[],
): string | undefined {
  const known = [...HARMLESS, ...allowed]
  return Object.keys(env).find((name) => !known.some((pattern) => isNamed(name, pattern)))
}

/** Finds a tool that a worker was told to run and this machine does not have. */
export function missingTool({ tools, inherited }: CallRights): string | undefined {
  const place = placeOf({}, inherited)
  return tools?.find((words) => toolIdentity(words, place) === undefined)?.join(' ')
}

/** Says why this machine does not run a call; undefined if it may and can. */
export async function whyUnfit(call: BatchCall, rights: CallRights): Promise<string | undefined> {
  const here = hostname()
  const { argv, cwd, env_from: named = [] } = call
  const place = placeOf(call, rights.inherited)
  const [word = ''] = argv
  const tool = toolOf(argv).program
  const { tools } = rights
  if (
    tools &&
    !tools.some(
      (words) => toolFiles(words, placeOf({}, rights.inherited)) === toolFiles(tool, place),
    )
  )
    return `the worker on ${here} may not run ${word}; --tools does not name its file`
  if (toolIdentity([word], place) === undefined) return `${here} has no program ${word}`
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `${here} has no folder ${cwd}`
  const foreign = foreignVariable(call, rights.allowedEnv)
  if (foreign !== undefined)
    return `its env sets ${foreign}; the worker on ${here} was not started with --allow-env ${foreign}`
  if (named.length === 0) return undefined
  const allowed = [...rights.allowedEnv, ...(await rights.inherits(argv))]
  const refused = named.find((name) => !allowed.some((pattern) => isNamed(name, pattern)))
  if (refused !== undefined)
    return `it asks for ${refused}; the worker on ${here} was not started with --allow-env ${refused}`
  const missing = named.find((name) => rights.inherited[name] === undefined)
  return missing === undefined ? undefined : `${missing} is not set on ${here}`
}

/** Hides the variables of this machine that a call is not given, each as undefined. */
export async function hiddenVariables(
  { argv, env_from: named = [] }: BatchCall,
  { inherited, inherits }: CallRights,
): Promise<Readonly<Record<string, undefined>>> {
  const wanted = [...named, ...(await inherits(argv))]
  const visible = visibleVariables(inherited, wanted, true)
  const hidden = Object.keys(inherited).filter((name) => !Object.hasOwn(visible, name))
  return Object.fromEntries(hidden.map((name) => [name, undefined]))
}

/** Names what a tool is on this machine: the files that its words lead to, links followed. */
function toolFiles(words: readonly string[], place: CallPlace): string {
  return filesOf(toolIdentity(words, place) ?? words.join(' '))
}
