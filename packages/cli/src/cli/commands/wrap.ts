import { existsSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

import { defineCommand, defineGroup, run as runTool, type Cli } from 'surety/unstable/runtime'
import { notStarted } from '@surety/internal/not-started.ts'
import { s } from 'surety/unstable/schema'
import {
  deadWords,
  loadDescription,
  loadDrafting,
  readyNames,
  toCli,
  toExecutable,
} from '../../wrap/index.ts'
import { writeNewFile } from '../new-file.ts'
import { passThroughExits, toolNameProblems } from './run/call-options.ts'
import { callsTool, otherCalls, passOn } from './wrap/calls-tool.ts'
import { isReadyName } from './wrap/wrap-start.ts'
import {
  anyWords,
  examples,
  flag,
  problemIf,
  required,
  text,
  words,
} from '../input/option-kinds.ts'

const wrapInit = defineCommand({
  description: 'Writes a first description of a program from its help',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The file holds a description with lines marked DECIDE for you',
    NOT_FOUND: 'The program cannot be started',
    CONFLICT: 'The file exists',
  },
  errors: {
    PROGRAM_NOT_FOUND: { exit: 'NOT_FOUND', description: 'The program cannot be started' },
    FILE_EXISTS: { exit: 'CONFLICT', suggestion: 'Delete it, or choose another with --file.' },
  },
  args: { words: words('The program and its leading arguments, after --') },
  options: {
    file: text('What to write; default <tool>-agent.surety.yaml'),
    timeout: s.duration().default('10s').describe('Time limit of each run of the program'),
  },
  examples: examples({ 'Describe a program': 'surety wrap init -- kubectl' }),
  output: s.object({
    effect: s.enum(['created']),
    file: s.string(),
    commands: s.integer(),
    decisions: s.integer(),
  }),
  validate: ({ args }) => toolNameProblems(args.words),
  timeoutMs: 0,
  run: async ({ args, options, processEnv, signal, fail }) => {
    const { draftDescription } = await loadDrafting()
    const folder = dirname(options.file ?? '.')
    const limits = { env: processEnv, timeoutMs: options.timeout, folder, signal }
    const drafted = await draftDescription(args.words, limits)
    if (!drafted.ok) {
      const [target] = args.words as [string]
      const message = notStarted(target, drafted.startError)
      return fail('PROGRAM_NOT_FOUND', message, { target })
    }
    const { text: content, tool, commands } = drafted
    const file = options.file ?? `${tool}-agent.surety.yaml`
    await writeNewFile(file, content, (...why) => fail('FILE_EXISTS', ...why))
    const decisions = content.split('DECIDE').length - 1
    return { effect: 'created' as const, file, commands, decisions }
  },
  text: ({ file }) => `Wrote ${file}; look at the lines marked with DECIDE.`,
})

const descriptionArg = { description: required('A file, or the name of a ready description') }

const check = defineCommand({
  description: 'Checks a description without running the program',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'The description can be used',
    NOT_FOUND: 'There is no such description',
    PRECONDITION: 'The description has mistakes, each with its place and what to write',
  },
  args: descriptionArg,
  output: s.object({
    tool: s.string(),
    commands: s.array(s.object({ command: s.string(), danger: s.string() })),
  }),
  run: async ({ args, warn }) => {
    const { description } = await loadDescription(args.description)
    for (const dead of await deadWords(description)) warn(`WORD_UNUSABLE: ${dead}`)
    const { mistakesIn } = await import('surety/unstable/surface')
    const [mistake] = mistakesIn(toCli(description))
    if (mistake) throw mistake
    const commands = Object.entries(description.commands)
    return {
      tool: description.name,
      commands: commands.map(([command, { danger }]) => ({ command, danger })),
    }
  },
})

const list = defineCommand({
  description: 'Lists the ready descriptions of programs',
  danger: 'safe',
  options: { all: flag('Also shows the tool, the program and the commands of each') },
  output: s.array(
    s.object({
      description: s.string(),
      summary: s.string(),
      tool: s.string().optional(),
      program: s.string().optional(),
      commands: s.array(s.string()).optional(),
    }),
  ),
  run: async ({ options }) =>
    Promise.all(
      (await readyNames()).map(async (description) => {
        const loaded = (await loadDescription(description)).description
        const { name: tool, program, summary, commands } = loaded
        if (!options.all) return { description, summary }
        const [start = ''] = program
        const all = { tool, program: basename(start), commands: Object.keys(commands) }
        return { description, summary, ...all }
      }),
    ),
  view: (rows) =>
    rows.map(({ description, summary, commands }) => {
      return { description, summary, ...(commands && { commands: commands.length }) }
    }),
})

const write = defineCommand({
  description: 'Writes an executable file that answers by the contract',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The file can be run',
    NOT_FOUND: 'There is no such description',
    CONFLICT: 'The file exists',
    PRECONDITION: 'The description has mistakes',
  },
  errors: {
    FILE_EXISTS: { exit: 'CONFLICT', suggestion: 'Delete it, or choose another name.' },
  },
  args: {
    ...descriptionArg,
    file: text('What to write; default the name of the tool'),
  },
  examples: examples({ 'Write git for agents': 'surety wrap write git ./git-agent' }),
  output: s.object({ effect: s.enum(['created']), file: s.string(), tool: s.string() }),
  validate: ({ args: { file = 'tool' } }) =>
    problemIf(
      !/^[a-z0-9][a-zA-Z0-9._-]*$/.test(basename(file)),
      '<file>',
      'INVALID_VALUE',
      `<file>: the file name becomes the name of the tool, and '${basename(file)}' cannot be one.`,
      { suggestion: 'Use lower-case letters, digits, - and _.' },
    ),
  run: async ({ args, fail }) => {
    const { description } = await loadDescription(args.description)
    const file = args.file ?? description.name
    const refuse = (message: string, facts: object) => fail('FILE_EXISTS', message, facts)
    const ready = isReadyName(args.description) ? args.description : undefined
    await writeNewFile(file, toExecutable(description, file, ready), refuse, 0o755)
    return { effect: 'created' as const, file, tool: basename(file) }
  },
  text: ({ file }) =>
    `Wrote ${file}; start with: ${file.includes('/') ? file : `./${file}`} --help`,
})

/** For callers that put flags before `wrap`, and for calls as data; else the process becomes the wrapped tool. */
const run = defineCommand({
  description: 'Runs a command of a program as a description says, and answers by the contract',
  danger: 'mutating',
  exitCodes: passThroughExits('The command succeeded'),
  args: {
    ...descriptionArg,
    words: anyWords('The words of the call, after --'),
  },
  timeoutMs: 0,
  examples: examples({
    'Use a ready description': 'surety wrap git status',
    'Use a description of your own': 'surety wrap ./deploy.yaml list',
  }),
  run: async (ctx) => {
    const { args, signal, processEnv } = ctx
    const cli = await loadWrapped(args.description)
    const { outcome } = await runTool(cli, args.words, { signal, env: processEnv })
    return passOn(ctx as never, outcome)
  },
})

export async function loadWrapped(source: string): Promise<Cli> {
  const isName = isReadyName(source)
  const isReady = !isName || (await readyNames()).includes(source)
  const tool = isReady ? undefined : await callsTool(source)
  if (tool) return tool
  const { description, executable } = await loadDescription(source)
  const ready = isName ? source : executable?.ready
  const calledAs = executable
    ? ([typedName(source)] as const)
    : (['surety', 'wrap', source] as const)
  return toCli(description, {}, calledAs, ready === undefined ? {} : otherCalls(ready))
}

/** How a person typed the name of a file: a shell hands a program of the PATH its whole path. */
function typedName(file: string): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const first = folders.find((folder) => existsSync(join(folder, basename(file))))
  return first !== undefined && join(first, basename(file)) === file ? basename(file) : file
}

export const group = defineGroup({
  description: 'Runs any program by the contract, from a description of it: surety wrap git status',
  // So that flags may stand before `wrap`; see main.ts for every other call.
  default: 'run',
  commands: { run, init: wrapInit, write, check, list },
})
