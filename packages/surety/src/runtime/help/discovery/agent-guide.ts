import errorMembers from './error-members.json' with { type: 'json' }
import {
  ERROR_CODES,
  fail,
  isErrorCode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../contract/index.ts'
import { loadEncoder, traitsOf } from '../../../dialects/wires.ts'
import { given } from '@surety/internal/given.ts'
import { groupBy } from '@surety/internal/group-by.ts'
import type { Cli } from '../../declare/cli.ts'
import type { GuideDeclaration, GuideStep } from '../../declare/types/guide.ts'
import { dialectExits, exitRows } from '../manifest/exit-entries.ts'
import { ownCommands } from '../load-model.ts'
import { type ToolModel, type CommandModel } from '../model.ts'

export async function loadGuide({ declaration: { guide } }: Cli): Promise<GuideDeclaration> {
  return (typeof guide === 'function' ? await guide() : guide) ?? {}
}

export async function buildGuide(cli: Cli, model: ToolModel, dialect: string): Promise<JsonObject> {
  const guide = await loadGuide(cli)
  const commands = ownCommands(model)
  return {
    for_agents: true,
    intro: guide.intro ?? `${model.name}: ${model.description}`,
    golden_path: (guide.goldenPath ?? usualPath(model, commands)).map(toStep),
    pitfalls: [...(guide.pitfalls ?? []), ...knownPitfalls(model, commands)].map(toStep),
    exit_codes: await exitTexts(cli, commands, dialect),
    error_codes: errorTexts(commands),
    error_envelope: await errorEnvelope(cli, dialect),
    json_mode:
      'With --json every byte on stdout is JSON, errors too. stderr is for people and may be ignored.',
    ...Object.fromEntries(
      Object.entries(guide.sections ?? {}).map(([name, section]) => [name, toSection(section)]),
    ),
  }
}

function toStep({ step, why, command, notes }: GuideStep): JsonObject {
  return given({ step, why, command_example: command, notes })
}

function toSection(section: JsonValue | readonly GuideStep[]): JsonValue {
  if (!Array.isArray(section)) return section as JsonValue
  const isSteps = section.every((item) => isJsonObject(item) && 'step' in item && 'why' in item)
  return isSteps ? (section as readonly GuideStep[]).map(toStep) : (section as JsonValue)
}

/** What to do first, where the author says nothing: look around, learn one command, call it. */
function usualPath(
  { calledAs }: ToolModel,
  commands: readonly CommandModel[],
): readonly GuideStep[] {
  const example = commands.flatMap(({ examples }) => examples)[0]
  return [
    { step: 'List the commands', why: 'It costs few tokens', command: `${calledAs} --llms` },
    {
      step: 'Read the help of one command',
      why: 'It lists every argument and option',
      command: `${calledAs} ${commands[0]?.path.join(' ') ?? '<command>'} --help`,
    },
    ...(example ? [{ step: 'Call it', why: example.description, command: example.command }] : []),
  ]
}

/** What callers of any tool of this kind get wrong; only what applies to the tool. */
function knownPitfalls(
  { calledAs }: ToolModel,
  commands: readonly CommandModel[],
): readonly GuideStep[] {
  const listed = (kept: readonly CommandModel[]) =>
    kept.map(({ path }) => [calledAs, ...path].join(' ')).join(', ')
  const destructive = commands.filter(({ danger }) => danger === 'destructive')
  const paged = commands.filter(({ facts }) => facts.list)
  const authorised = commands.find(({ facts }) => facts.auth)
  return [
    {
      step: 'Branch on the code of an error, not on its message',
      why: 'Messages may change, codes do not',
    },
    destructive.length > 0 && {
      step: 'Preview what destroys, then add --confirm-destructive',
      why: `--yes is not enough for: ${listed(destructive)}`,
      command: `${listed(destructive.slice(0, 1))} --dry-run`,
    },
    paged.length > 0 && {
      step: 'Follow the cursor of a list that was cut',
      why: `One page is not the whole list: ${listed(paged)}`,
      command: `${listed(paged.slice(0, 1))} --cursor <cursor>`,
    },
    authorised && {
      step: 'Pass credentials in the environment',
      why: `Command lines can be read by others; variables: ${(authorised.facts.token_env_vars ?? []).join(', ')}`,
    },
  ].filter((pitfall) => typeof pitfall === 'object')
}

async function exitTexts(
  cli: Cli,
  commands: readonly CommandModel[],
  dialect: string,
): Promise<JsonObject> {
  const numbers = await dialectExits(cli, dialect)
  const rows = commands.flatMap((command) => exitRows(command, numbers))
  const texts = [...groupBy(rows, ({ number }) => number)].map(([number, same]) => [
    String(number),
    [...new Set(same.map(({ exit }) => exit.name))].join(', '),
  ])
  return Object.fromEntries(texts) as JsonObject
}

/** So many codes have their meaning here; of a larger tool each command's own page has it. */
const MAX_MEANINGS = 40

function errorTexts(commands: readonly CommandModel[]): JsonObject {
  const errors = new Map(commands.flatMap((each) => each.errors).map((each) => [each.code, each]))
  const texts = [...errors.values()].map(({ code, exit, description, retryable }) => {
    const meaning = description ?? (isErrorCode(code) ? ERROR_CODES[code].meaning : undefined)
    // Most are final: only what may be repeated is said.
    const how = retryable ? `${exit}, retryable` : exit
    return [code, meaning === undefined || errors.size > MAX_MEANINGS ? how : `${how}: ${meaning}`]
  })
  return Object.fromEntries(texts) as JsonObject
}

async function errorEnvelope(cli: Cli, dialect: string): Promise<JsonObject> {
  const full = traitsOf(dialect).fullVariant ?? dialect
  const sample = fail({
    exit: 'NOT_FOUND',
    error: {
      code: 'CODE',
      message: 'Message.',
      retryable: false,
      phase: 'execution',
      suggestion: 'Suggestion.',
      details: { fact: true },
      next_steps: { action: 'action' },
    },
  })
  const options = { now: () => new Date(0) }
  const { document, stream } = (await loadEncoder(dialect)).toDocument(sample, options)
  const whole = (await loadEncoder(full)).toDocument(sample, options).document
  const error = isJsonObject(document) ? (document['error'] ?? document) : {}
  const members = isJsonObject(error) ? Object.keys(error) : []
  const meanings: Readonly<Record<string, string>> = errorMembers
  return {
    channel: stream,
    shape: Object.fromEntries(members.map((name) => [name, meanings[name] ?? 'see the contract'])),
    full_output_shape: `{${isJsonObject(whole) ? Object.keys(whole).join(', ') : ''}}: one JSON document; error as in shape`,
    human_tty_shape: cli.declaration.output?.humanFailure
      ? 'at a terminal without a format: text for people, no envelope'
      : 'at a terminal without a format: the message and what to do, as text; no envelope',
  }
}
