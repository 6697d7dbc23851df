import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, resolve } from 'node:path'

import type { knownCallOf } from '@surety/client/unstable/programs'
import { quietEnvironment } from '@surety/internal/process/quiet-environment.ts'
import { isNamed, visibleVariables } from '@surety/internal/process/visible-environment.ts'
import { isSecretName } from '@surety/internal/redact/secret-name.ts'
import { isInside, projectsOf, projectTest, realOf, type Surroundings } from './program-file.ts'

/** What stands in place of a value that is not shown. */
const MASK = '[masked]'

/** What is known of a read, or of all reads of a line, that matters to its variables. */
export type ReadSurroundings = Pick<
  NonNullable<Awaited<ReturnType<typeof knownCallOf>>>,
  'network' | 'showsVariables' | 'surroundings' | 'operands' | 'unlocked'
>

/**
 * Makes the variables of a read; undefined takes one of the caller's away. It gets the usual ones and those that its
 * description inherits, without any that name a place in the project, which is settings. A program that prints its
 * variables gets the others too, with their values masked.
 */
export function readVariables(
  known: ReadSurroundings,
  folders: readonly string[],
  where: Surroundings & { mayReveal?: boolean },
) {
  const { network, showsVariables, surroundings } = known
  const { inherits, withholds, env, offline } = surroundings
  const visible = visibleVariables(process.env, inherits, network)
  const isPlace = placeTest(where)
  const masked: string[] = []
  type Variable = readonly [name: string, value: string | undefined]
  const own = Object.entries(process.env).flatMap(([name, value = '']): readonly Variable[] => {
    if (withholds.some((each) => isNamed(name, each)) || isPlace(name, value))
      return name in QUIET ? [] : [[name, undefined]]
    if (name in visible || (showsVariables && where.mayReveal === true)) return []
    if (!showsVariables) return name in QUIET ? [] : [[name, undefined]]
    if (isHarmless(name, value)) return []
    masked.push(name)
    return [[name, MASK]]
  })
  const set = Object.entries({ ...env, ...(network ? {} : offline) })
  return {
    env: {
      ...Object.fromEntries<string | undefined>(own),
      ...Object.fromEntries(set.map(([name, value]) => [name, value ?? undefined])),
      PATH: [...folders, ...safeFolders(where)].join(delimiter),
    } as Readonly<Record<string, string | undefined>>,
    isMasked:
      known.operands.length === 0
        ? masked.length > 0
        : known.operands.some((name) => masked.includes(name)),
  }
}

/** Tests for a switch, a number or a path that exists; a name such as `PIN` makes even those secrets. */
function isHarmless(name: string, value: string): boolean {
  if (isSecretName(name)) return false
  const isPath = /^\/[\w./+-]*(?::|$)/.test(value) && existsSync(value.split(':', 1)[0]!)
  return isPath || /^(?:|\d{1,5}|true|false|yes|no|on|off)$/i.test(value)
}

/** Those that every program gets from us: they stay. */
const QUIET = quietEnvironment({})

/** Tests for a variable that names a place in the project, such as `KUBECONFIG=evil.yaml`. */
function placeTest({ cwd, from = cwd }: Surroundings) {
  const projects = projectsOf(realOf(from))
  const isPlace = (text: string) =>
    projects.some((project) => {
      const place = realOf(resolve(project, text))
      return isInside(place, project) && (isAbsolute(text) || existsSync(place))
    })
  return (name: string, value: string) =>
    !/^(?:PATH|PWD|OLDPWD)$/.test(name) &&
    value !== '' &&
    !(name === 'HOME' && projects.includes(realOf(value))) &&
    value.split(delimiter).some(isPlace)
}

/** Lists the folders of the PATH that the project does not decide about. */
function safeFolders(where: Surroundings): readonly string[] {
  const isOfProject = projectTest(where)
  return where.path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isOfProject(realOf(folder)))
}
