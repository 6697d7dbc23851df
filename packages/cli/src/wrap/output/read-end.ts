import type { JsonValue } from 'surety/unstable/contract'
import {
  failureOf,
  type ErrorRule,
  type ExitMeaning,
  type Failure,
  type Rules,
} from 'surety/unstable/description'
import { answerOf } from '@surety/client/unstable/programs'
import { readFailure } from 'surety/unstable/failure-reader'
import { matchPatterns, type PatternTask } from '../patterns.ts'
import { jsonIn, pick, type Printed } from './read-output.ts'

/** How a program ended, as far as its description says what that means. */
export type ReadEnd =
  | { readonly ok: true; readonly meaning: Extract<ExitMeaning, { success: string }> | null }
  | {
      readonly ok: false
      /** Null if no rule fits. */
      readonly failure: Failure | null
      readonly message: string
      readonly found: Readonly<Record<string, string>>
      readonly warnings: readonly string[]
    }

/** Says what the end of a program means: rules come before exit numbers, those of the command before those of the tool. */
export async function readEnd(
  description: Rules,
  command: Rules,
  exit: number,
  printed: Printed,
): Promise<ReadEnd> {
  const meaning = command.exits?.[exit] ?? description.exits?.[exit]
  const success = typeof meaning === 'object' && 'success' in meaning ? meaning : null
  // 0 says success itself; another number is believed as far as stderr allows.
  const isBelieved =
    success !== null && (exit === 0 || answerOf(success, printed.stderr)?.isBelieved === true)
  const isGood = meaning === 'SUCCESS' || isBelieved
  const rules = [...(command.errors ?? []), ...(description.errors ?? [])].filter(({ when = {} }) =>
    when.exit === undefined ? exit !== 0 && !isGood : [when.exit].flat().includes(exit),
  )
  const { rule, line, found, warnings } = await firstRule(rules, printed)
  if (!rule && (isGood || (exit === 0 && meaning === undefined)))
    return { ok: true, meaning: success }
  const failure = rule ?? failureOf(meaning) ?? null
  const message = messageOf(failure, { line, found }, printed)
  return { ok: false, failure, message, found, warnings }
}

async function firstRule(rules: readonly ErrorRule[], printed: Printed) {
  const warnings: string[] = []
  const wantsJson = rules.some(({ when }) => when?.json)
  const documents = {
    stdout: wantsJson ? jsonIn(printed.stdout) : undefined,
    stderr: wantsJson ? jsonIn(printed.stderr) : undefined,
  }
  const tasks: PatternTask[] = []
  const ask = (pattern: string | undefined, text: string): number =>
    pattern === undefined ? -1 : tasks.push({ pattern, texts: [text], wantsLine: true }) - 1
  const asked = rules.map(({ when = {} }) => {
    const value = when.json && jsonValue(documents[when.json.in ?? 'stdout'], when.json.at)
    const said = typeof value === 'string' ? value : JSON.stringify(value)
    const own = [
      ask(when.stderr, printed.stderr),
      ask(when.stdout, printed.stdout),
      ask(when.json?.matches, said ?? ''),
    ]
    return { value, tasks: own.filter((index) => index >= 0) }
  })
  const results = await matchPatterns(tasks)
  for (const [index, rule] of rules.entries()) {
    const { value, tasks: own } = asked[index]!
    const matches = own.map((task) => results[task]!)
    if (matches.includes('too slow')) {
      warnings.push(`A pattern for ${rule.code} took too long on this output and was left out`)
      continue
    }
    const groups = matches.map((each) => (each as Exclude<typeof each, 'too slow'>)[0])
    if (groups.some((each) => !each) || !holds(rule, value)) continue
    const named = groups.flatMap((each) =>
      Object.entries(each!).filter(([name, text]) => !/^[01]$/.test(name) && text !== undefined),
    )
    const isOfStream = (rule.when?.stderr ?? rule.when?.stdout) !== undefined
    const line = isOfStream ? groups[0]?.['0'] : undefined
    return { rule, line, found: Object.fromEntries(named) as Record<string, string>, warnings }
  }
  return { rule: undefined, line: undefined, found: {}, warnings }
}

function holds({ when: { json } = {} }: ErrorRule, value: JsonValue | undefined): boolean {
  if (!json) return true
  if (value === undefined) return false
  return json.equals === undefined || [json.equals].flat().includes(value as string)
}

function jsonValue(document: JsonValue | undefined, place: string): JsonValue | undefined {
  return document === undefined ? undefined : pick(document, place)
}

const MAX_MESSAGE = 500

interface Matched {
  readonly found: Readonly<Record<string, string>>
  /** The line that the rule was found by. */
  readonly line: string | undefined
}

/**
 * Finds the words for people: those of the rule, of the JSON, of the pattern, or the line that decides: one that calls
 * itself an error, the one that the rule was found by, or what `surety run` would show. A hint behind it is no message.
 */
function messageOf(
  failure: Failure | null,
  { line, found }: Matched,
  { stdout, stderr }: Printed,
): string {
  const place = failure?.message_at
  const at =
    place === undefined
      ? undefined
      : (jsonValue(jsonIn(stdout), place) ?? jsonValue(jsonIn(stderr), place))
  const decided = errorLine(stderr) ?? line ?? readFailure({ stdout, stderr }).message
  const candidates = [
    failure?.message?.replaceAll(/\{(\w+)\}/g, (_all, name: string) => found[name] ?? ''),
    typeof at === 'string' ? at : undefined,
    found['message'],
    decided?.replace(ERROR, ''),
  ]
  const text = candidates.find((each) => each !== undefined && each.trim() !== '') ?? ''
  return text.trim().slice(0, MAX_MESSAGE)
}

function errorLine(text: string): string | undefined {
  return linesOf(text)
    .split('\n')
    .find((line) => ERROR.test(line))
}

/** JSON of one line is for machines. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\{.*\}$/.test(line))
    .join('\n')
}

const ERROR = /^(?:[\w.-]+: )?(?:(?:fatal|error|err!?):|\(\d+\))\s*/i
