import { given } from '@surety/internal/given.ts'
import { unknownDialect } from 'surety/unstable/dialects'
import type { InputProblem, ValuesOf } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { toolNameProblems } from '../run/call-options.ts'
import { anyWords, lasting, problemIf, required, text } from '../../input/option-kinds.ts'

export const toolOptions = {
  dir: required(
    'Folder of the fixtures and of fixtures.json, which says how they are made',
  ).default('tests/fixtures/json'),
  dialect: text('Dialect of the tool; default: detected'),
  profile: text('Profile with calls to record, as for check'),
  timeout: s.duration().optional().describe('Time limit of each run; default 10s'),
}

export const toolArgs = {
  words: anyWords('The tool and its leading arguments, after --; default: those of the profile'),
}

type ToolValues = Partial<ValuesOf<typeof toolOptions>>

interface ToolInput {
  readonly args: ValuesOf<typeof toolArgs>
  readonly options: ToolValues
}

export function toolProblems({ args, options }: ToolInput): readonly InputProblem[] {
  return [
    ...(options.profile === undefined ? noWords(args.words) : []),
    ...toolNameProblems(args.words),
    ...unknownDialect('--dialect', options.dialect),
  ]
}

/** What the commands that start a tool of somebody have in common. */
export const toolCommand = {
  // It may do anything, as with `run`.
  danger: 'mutating',
  args: toolArgs,
  validate: toolProblems,
  timeoutMs: 0,
} as const

function noWords(words: readonly string[]): readonly InputProblem[] {
  const message = 'The tool is missing: give its words after --, or --profile FILE.'
  return problemIf(words.length === 0, '<words>', 'MISSING_ARGUMENT', message)
}

export const toolErrors = {
  INVALID_FIXTURES: lasting(
    'PRECONDITION',
    'fixtures.json cannot be used; details.problems says where and why',
  ),
  INVALID_PROFILE: { exit: 'ARG_ERROR', description: 'The profile cannot be used' },
  TOOL_NOT_FOUND: lasting('NOT_FOUND', 'The tool cannot be started'),
} as const

export function toKitOptions(
  { dialect, profile, timeout: timeoutMs }: ToolValues,
  ctx: {
    readonly processEnv: NodeJS.ProcessEnv
    readonly signal: AbortSignal
    readonly progress: (message: string) => void
  },
) {
  return {
    ...given({ dialect, profile, timeoutMs }),
    env: ctx.processEnv,
    signal: ctx.signal,
    onRun: (count: number) => ctx.progress(`${count} runs`),
  }
}
