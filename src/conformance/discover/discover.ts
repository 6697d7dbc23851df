import { listCommands, manifestDialect } from '../../client/index.ts'
import { isJsonObject, type JsonValue } from '../../contract/index.ts'
import { decode, detectRendered, loadDialect, type Dialect } from '../../dialects/index.ts'
import { Probing, type ProbingOptions } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import type { Probe, Subject } from '../probing/subject.ts'
import { absentByManifest, manifestProbes } from './manifest-probes.ts'

/** What the caller says about the tool. */
export interface Given {
  readonly name: string
  readonly command: readonly string[]
  readonly cwd: string
  readonly dialect?: Dialect
  readonly dialectSource?: 'option' | 'profile'
  readonly timeoutMs: number
}

/** Words that ask tools for JSON, tried if they do not print it by themselves. */
const MACHINE_ARGS: readonly (readonly string[])[] = [
  [],
  ['--json'],
  ['--format', 'json'],
  ['--output', 'json'],
]

/** Looks at a tool: asks for its manifest, finds its dialect, derives probes. */
export async function discover(given: Given, options: ProbingOptions): Promise<Probing> {
  const bare = bareSubject(given)
  const first = new Probing(bare, options)
  const found = await findManifest(first)
  const dialect = given.dialect ?? (found && (await dialectOf(found)))
  const commands = found === undefined ? [] : listCommands(found.document)
  const subject: Subject = {
    ...bare,
    dialect: dialect ?? null,
    dialectSource:
      given.dialectSource ?? (dialect === undefined ? 'nobody' : ('manifest' as const)),
    describedBy: found === undefined ? [] : ['manifest'],
    machineArgs: found?.machineArgs ?? [],
    probes: [...manifestProbes(commands), ...invalidProbes(commands.map(({ path }) => path))],
    commands,
    manifest: found === undefined ? null : { argv: ['manifest'], ...found },
    absent: absentByManifest(commands),
  }
  return new Probing(subject, options, first)
}

function bareSubject(given: Given): Subject {
  return {
    name: given.name,
    command: given.command,
    version: null,
    dialect: given.dialect ?? null,
    dialectSource: given.dialectSource ?? 'nobody',
    describedBy: [],
    profile: null,
    cwd: given.cwd,
    env: {},
    machineArgs: [],
    timeoutMs: given.timeoutMs,
    probes: [],
    commands: [],
    manifest: null,
    argumentOrder: null,
    absent: new Map(),
    secrets: [],
  }
}

interface FoundManifest {
  readonly document: JsonValue
  readonly run: Run
  readonly machineArgs: readonly string[]
  readonly candidates: readonly string[]
}

async function findManifest(probing: Probing): Promise<FoundManifest | undefined> {
  for (const machineArgs of MACHINE_ARGS) {
    const run = await probing.run({ name: 'manifest', argv: ['manifest', ...machineArgs] })
    // A tool that hangs or cannot start is not asked again.
    if (run.end.stopped !== null || run.end.startError !== null) return undefined
    const { candidates } = await detectRendered(run.capture)
    for (const { dialect } of candidates) {
      const { outcome } = await decode(run.capture, { dialect })
      if (!outcome.ok || !isJsonObject(outcome.data) || !isJsonObject(outcome.data['commands']))
        continue
      return {
        document: outcome.data,
        run,
        machineArgs,
        candidates: candidates.map((candidate) => candidate.dialect),
      }
    }
  }
  return undefined
}

async function dialectOf({ candidates, document }: FoundManifest): Promise<Dialect | undefined> {
  const id = manifestDialect(candidates, document) ?? candidates[0]
  return id === undefined ? undefined : loadDialect(id)
}

/** Calls that every tool must refuse. */
function invalidProbes(paths: readonly string[]): readonly Probe[] {
  const command = paths[0]?.split('.') ?? []
  const probe = (name: string, argv: readonly string[]): Probe => ({
    name,
    argv,
    kind: 'invalid',
    command: null,
  })
  return [
    probe('unknown command', ['surety-check-no-such-command']),
    probe('unknown flag', [...command, '--surety-check-no-such-flag']),
  ]
}
