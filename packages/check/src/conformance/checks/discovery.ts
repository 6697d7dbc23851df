import type { ListedCommand, ListedFlag } from '@surety/client/unstable/client'
import {
  broken,
  type CheckResult,
  defineChecks,
  judgeEnded,
  kept,
  leftOut,
  NEEDS,
  notShown,
  type Observation,
} from '../check.ts'
import { endOf, hangOf, noDialect, readsOfData } from '../evidence/answers.ts'
import {
  commandHelp,
  helpRun,
  listedTypes,
  noManifest,
  refuses,
  unasked,
  UNKNOWN_FLAG,
} from '../evidence/listed.ts'
import { hasSequence } from '../evidence/streams.ts'
import type { Probing } from '../probing/probing.ts'
import type { Run } from '../probing/run.ts'
import { validateManifest } from 'surety/unstable/contract'
import { jsonEqual } from '@surety/internal/json/json-values.ts'

export const discovery = defineChecks('discovery', {
  help_answers: {
    title: '--help explains the tool and exits with 0',
    level: 1,
    requirements: ['REQ-F-068'],
    failureModes: [21],
    why: 'Help is where an agent starts with a tool that it does not know.',
    fix: 'Answer --help with exit 0 and text without colours, and do nothing else.',
    runs: async (tool) => [await tool.ask('--help')],
    problemOf: (run) => {
      const text = run.stdout + run.stderr
      const hang = hangOf(run)
      if (hang !== undefined) return hang
      if (run.exitCode !== 0) return `--help ends with ${endOf(run)}.`
      if (text.trim() === '') return '--help prints nothing.'
      return hasSequence(text) && '--help prints terminal sequences.'
    },
    summary: '--help explains the tool.',
  },
  help_ignores_the_rest: {
    title: '--help does nothing but help, whatever stands beside it',
    level: 2,
    requirements: ['REQ-F-068'],
    failureModes: [21],
    why: 'Agents add --help to a call to see what it would do. The call itself must not run.',
    fix: 'Look for --help before validating, loading or running anything.',
    run: async (tool) => {
      const [read] = readsOfData(tool)
      if (read === undefined) return notShown('There is no call to add --help to.', NEEDS.read)
      const { run, isIgnored } = await helpRun(tool, read)
      return judgeEnded(
        [run],
        () => {
          if (run.exitCode !== 0) return `A call with --help ends with ${endOf(run)}.`
          return isIgnored && 'A call with --help does what it does without.'
        },
        'A call with --help prints help.',
      )
    },
  },
  help_off_stdout: {
    title: 'Help does not go to stdout as text',
    level: 1,
    requirements: ['REQ-F-048'],
    failureModes: [3],
    why: 'An agent that parses stdout must not meet a page of text there.',
    fix: 'Off a terminal print help to stderr, or as an envelope with the text in data.',
    runs: async (tool) => {
      const { dialect } = tool.subject
      if (dialect === null) return noDialect(tool)
      // The founding document and the other dialects print help as text for everybody.
      if (dialect.generation === undefined || dialect.generation === '1.0')
        return leftOut(`In ${dialect.id} help is text on stdout.`)
      return [await tool.ask('--help')]
    },
    problemOf: async (run, tool) =>
      run.stdout.trim() !== '' &&
      !(await tool.isReadable(run)) &&
      'Stdout has text that is no envelope.',
    summary: 'Stdout is empty or an envelope.',
  },
  manifest_commands_answer: {
    title: 'Every listed command exists and answers --help',
    level: 3,
    requirements: ['REQ-O-041'],
    failureModes: [52],
    why: 'A manifest that lists what does not exist sends an agent into errors.',
    fix: 'Generate the manifest from the same declarations that the router uses.',
    run: async (tool) => {
      const { commands, manifest } = tool.subject
      if (manifest === null || commands.length === 0) return noManifest(tool)
      const { shown, notAsked } = await commandHelp(tool, commands, MAX_COMMANDS)
      const result = await judgeEnded(
        shown.map(({ run }) => run),
        (run) => run.exitCode !== 0 && `A listed command answers --help with ${endOf(run)}.`,
        'Every listed command exists.',
      )
      if (result.status !== 'kept') return result
      const unknown = await unknownCommands(
        tool,
        shown.map(({ command }) => command),
      )
      if (unknown.length > 0) return broken(unknown)
      return unasked(notAsked, result.runs) ?? result
    },
  },
  manifest_flags_exist: {
    title: 'Every listed flag is known to its command',
    level: 3,
    requirements: ['REQ-O-041'],
    failureModes: [52],
    why: 'A flag that is listed and refused makes an agent doubt the rest of the manifest.',
    fix: 'Generate the flags of the manifest from the declarations that the parser uses.',
    run: async (tool) => {
      const { commands, manifest } = tool.subject
      if (manifest === null || commands.length === 0) return noManifest(tool)
      const listed = commands.filter(({ isGroup, flags }) => !isGroup && flags.length > 0)
      const { shown, notAsked } = await commandHelp(tool, listed, MAX_TRIED)
      const observations: Observation[] = []
      const runs: Run[] = []
      const root = await tool.ask('--help')
      const isSafe = ({ danger }: ListedCommand) => danger === 'safe'
      const triedBySafe = new Set(
        listed.filter(isSafe).flatMap(({ flags }) => flags.map(({ name }) => name)),
      )
      const triedAlone = new Set<string>()
      let untried: string | null = notAsked
      for (const { command, run } of shown) {
        const { path, flags } = command
        if (run.exitCode !== 0) continue
        runs.push(run)
        if (isSafe(command)) {
          observations.push(...(await refusedFlags(tool, command, triedAlone)))
          continue
        }
        // A tool that ignores unknown flags would do the work.
        const help = run.stdout + run.stderr + root.stdout + root.stderr
        const unknown = flags.find(({ name, isPositional }) => !mentions(help, name, isPositional))
        if (unknown !== undefined && !triedBySafe.has(unknown.name)) untried ??= path
      }
      if (observations.length > 0) return broken(observations, runs)
      return untriedFlags(untried, runs) ?? kept(runs, 'Every listed flag is known.')
    },
  },
  manifest_stable: {
    title: 'The manifest is the same in every call',
    level: 3,
    requirements: ['REQ-O-041'],
    failureModes: [52],
    why: 'An agent keeps the manifest by its etag. One that changes each time is fetched again and again.',
    fix: 'Sort the commands, leave out times and random values, and hash the registrations for the etag.',
    run: async (tool) => {
      const { manifest } = tool.subject
      if (manifest === null) return noManifest(tool)
      const argv = manifest.run.argv.slice(tool.subject.command.length)
      const run = await tool.run(
        { name: 'manifest', argv },
        { repetition: 1, withMachineArgs: false },
      )
      const [before, after] = [await tool.dataOf(manifest.run), await tool.dataOf(run)]
      if (before === undefined || after === undefined) return noManifest(tool)
      return jsonEqual(before, after)
        ? kept([manifest.run, run], 'Two calls give the same manifest.')
        : broken([{ run, says: 'A second call gives another manifest.' }])
    },
  },
  manifest_valid: {
    title: 'The manifest is valid',
    level: 3,
    requirements: ['REQ-O-041'],
    failureModes: [52, 21],
    why: 'The manifest is how an agent learns a whole tool in one call.',
    fix: 'Print the manifest as data of an answer, with all members that its schema asks for.',
    run: async (tool) => {
      const { manifest, failedManifest, dialect } = tool.subject
      const isBad = (run: Run, says: string) => broken([{ run, says }])
      if (failedManifest !== null)
        return isBad(
          failedManifest,
          `The call for the manifest gives none (${endOf(failedManifest)}).`,
        )
      if (manifest === null) return noManifest(tool)
      const { run } = manifest
      const reading = await tool.read(run)
      if (reading === undefined) return noDialect(tool)
      if (!reading.outcome.ok || reading.problems.length > 0)
        return isBad(run, 'The answer to the call for the manifest is not a valid success.')
      const [first] = validateManifest(reading.outcome.data, dialect?.generation)
      return first === undefined
        ? kept([run], 'The manifest is valid.')
        : isBad(run, `In the manifest: ${first.message}`)
    },
  },
  types_listed: {
    title: 'Every result type that was seen is listed',
    level: 3,
    requirements: ['REQ-C-015'],
    failureModes: [21],
    why: 'An agent picks the reader of a result by its type. It has no reader for a type that is not listed.',
    fix: 'List every result type of a command, in the manifest or with `schema`.',
    run: async (tool) => {
      const known = await listedTypes(tool)
      if (known === undefined) return leftOut('The tool does not list result types.')
      const runs = await tool.runAll(tool.probes('read', 'write'))
      const types = new Map<Run, string>()
      for (const run of runs) {
        const outcome = await tool.outcomeOf(run)
        const type = outcome?.ok === true ? outcome.meta['type'] : undefined
        if (typeof type === 'string') types.set(run, type)
      }
      if (types.size === 0) return leftOut('No answer names a result type.')
      return judgeEnded(
        runs.filter((run) => types.has(run) || run.exitCode === null),
        (run) => {
          const type = types.get(run)
          return type !== undefined && !known.has(type) && `The type '${type}' is not listed.`
        },
        'Every type is listed.',
      )
    },
  },
  version_answers: {
    title: '--version prints a version and exits with 0',
    level: 1,
    requirements: ['REQ-F-068', 'REQ-F-023'],
    failureModes: [21],
    why: 'An agent compares the version with what it has learnt about the tool.',
    fix: 'Answer --version with exit 0 and the version, as one short text or as an answer.',
    runs: async (tool) => [await tool.ask('--version')],
    problemOf: (run) => {
      const { exitCode, stdout, stderr } = run
      const hang = hangOf(run)
      if (hang !== undefined) return hang
      if (exitCode !== 0) return `--version ends with ${endOf(run)}.`
      const text = stdout.trim() === '' ? stderr : stdout
      if (!/\d\.\d/.test(text)) return '--version prints no version.'
      return text.trim().split('\n').length > 20 && '--version prints a page.'
    },
    summary: '--version prints the version.',
  },
})

/** Calls the safe commands with a flag that they cannot know: help may answer for words that lead nowhere. */
async function unknownCommands(
  tool: Probing,
  commands: readonly ListedCommand[],
): Promise<readonly Observation[]> {
  const safe = commands.filter(
    ({ danger, isGroup, words }) => danger === 'safe' && !isGroup && words.length > 0,
  )
  const found = await Promise.all(
    safe.map(async (command) => {
      const { path, words } = command
      const run = await callWith(tool, command, triedFlags(command))
      const isUnknown = await refuses(tool, run, 'command', words.at(-1)!)
      return isUnknown ? [{ run, says: `${path} is listed and refused as unknown.` }] : []
    }),
  )
  return found.flat()
}

/** A tool with hundreds of commands is sampled. */
const MAX_COMMANDS = 40

/** Trying the flags of a command takes several calls. */
const MAX_TRIED = 20

function untriedFlags(path: string | null, runs: readonly Run[]): CheckResult | undefined {
  if (path === null) return undefined
  return notShown(
    `The flags of '${path.replaceAll('.', ' ')}' were not tried, because by the manifest it may change something.`,
    'Help of every command that names all its flags; --help among the flags that the manifest lists.',
    runs,
  )
}

function mentions(help: string, name: string, isPositional: boolean): boolean {
  return isPositional ? help.toLowerCase().includes(name.toLowerCase()) : help.includes(`--${name}`)
}

function triedFlags({ flags }: ListedCommand): readonly ListedFlag[] {
  return flags.filter(({ isPositional, name }) => !isPositional && !ACTS.test(name))
}

/** Calls a safe command with flags, and one that cannot exist, so that it does nothing. */
function callWith(
  tool: Probing,
  { words }: ListedCommand,
  some: readonly ListedFlag[],
): Promise<Run> {
  const given = some.flatMap(({ name, type, values }) =>
    type === 'boolean'
      ? [`--${name}`]
      : // A limit of 1 would cut the refusal.
        [`--${name}`, values[0] ?? (/limit|max/.test(name) ? '1000' : '1')],
  )
  const argv = [...words, ...given, UNKNOWN_FLAG]
  return tool.run({ name: argv.join(' '), argv })
}

/**
 * Tries the flags of a safe command: all together, then without those whose values are refused, then alone, each name
 * on one command.
 */
async function refusedFlags(
  tool: Probing,
  command: ListedCommand,
  triedAlone: Set<string>,
): Promise<Observation[]> {
  const { path } = command
  const flags = triedFlags(command)
  const judge = async (run: Run, some: readonly ListedFlag[]): Promise<Observation[]> => {
    for (const { name } of some)
      if (await refuses(tool, run, 'flag', name))
        return [{ run, says: `${path} lists --${name} and refuses it.` }]
    return []
  }
  let together = flags
  for (let tries = 0; tries < MAX_TOGETHER && together.length > 0; tries += 1) {
    const run = await callWith(tool, command, together)
    const found = await judge(run, together)
    const text = run.stdout + run.stderr
    if (found.length > 0 || text.includes(UNKNOWN_FLAG.slice(2))) return found
    // A value that we made up was refused, or flags exclude each other: they are known. A usage text names all flags.
    const named = together.filter(({ name }) => text.includes(`--${name}`))
    if (named.length === 0 || named.length > Math.max(2, together.length / 2)) break
    together = together.filter((flag) => !named.includes(flag))
  }
  const alone = flags.filter(({ name }) => !triedAlone.has(name)).slice(0, MAX_ALONE)
  for (const flag of alone) {
    triedAlone.add(flag.name)
    const seen = await judge(await callWith(tool, command, [flag]), [flag])
    if (seen.length > 0) return seen
  }
  return []
}

const MAX_TOGETHER = 6

const MAX_ALONE = 6

/** Flags that do something else than the command, wait, or name a file that might be written. */
const ACTS =
  /^(?:help|version|schema|mcp.*|llms|watch|follow|stream|wait|interactive|out(?:put)?(?:-.*)?|file|save|write|export|dest.*|log.*|.*-file|.*-dir)$/
