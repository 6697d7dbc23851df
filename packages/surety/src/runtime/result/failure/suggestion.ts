import {
  isSignalExitName,
  type JsonValue,
  type OutcomeErrorInput,
} from '../../../contract/index.ts'
import { quoteWords } from '@surety/internal/quote-words.ts'
import { callWords } from '../../declare/cli.ts'
import type { Command } from '../../declare/command.ts'
import type { InputProblem } from '../../handler/input-problem.ts'
import { argumentWord, isRequired, paramsOf } from '../../line/params.ts'
import { adviceOn } from '../../run/errors/input-error.ts'
import type { Run } from '../../run/run-state.ts'

/** The most suggestions that are joined, and the most choices that are listed. */
const MAX_JOINED = 3
const MAX_CHOICES = 12

/** Says what to do about an error that has no suggestion of its own, as specifically as it can. */
export function suggestionFor(run: Run, error: OutcomeErrorInput, exit: string): string {
  const help = quoteWords([...callWords(run.cli), ...run.path, '--help'])
  const problems = problemsOf(run, error)
  if (problems.length > 0) {
    const extra = problems.filter(({ code }) => code === 'UNEXPECTED_ARGUMENT')
    const rest =
      extra.length > 1 ? problems.filter((problem) => !extra.includes(problem)) : problems
    const all = rest.map((problem) => adviceOn(problem) ?? forProblem(run, problem, help))
    if (rest !== problems) {
      // Several words too many are mostly one text without its quotes.
      const words = quoteWords(extra.map(({ param }) => param))
      all.unshift(`Leave out ${words}, or quote words that belong together; see ${help}.`)
    }
    return [...new Set(all)].slice(0, MAX_JOINED).join(' ')
  }
  if (exit === 'TIMEOUT' || isSignalExitName(exit))
    return 'Check what was done before you call again.'
  if (exit === 'GENERAL_ERROR') return 'Call again with --debug to see the cause.'
  const { next_steps: next, fix_required: fix, message } = error
  // A fix that repeats the message says nothing new.
  const isNew = fix !== undefined && !fix.includes(message)
  return next?.suggestion ?? (isNew ? fix : `See ${help}.`)
}

function problemsOf(run: Run, { details }: OutcomeErrorInput): readonly InputProblem[] {
  const listed = (details as { readonly errors?: JsonValue } | undefined)?.errors
  const list = listed ?? run.meta['errors']
  return Array.isArray(list) ? (list as readonly InputProblem[]) : []
}

function forProblem(
  run: Run,
  { param, code, message, allowed = [] }: InputProblem,
  help: string,
): string {
  const leave = `Leave out ${quoteWords([param])}`
  const choices = allowed.length <= MAX_CHOICES ? listed(allowed.map(String), 'or') : ''
  switch (code) {
    case 'INVALID_CURSOR':
      return `Call again without ${param}.`
    case 'UNKNOWN_FLAG':
      // None of these looks like what was written, so none is suggested instead.
      return `${leave}${choices ? `. Known options: ${allowed.map(String).join(', ')};` : ', or'} see ${help}.`
    case 'UNEXPECTED_ARGUMENT': {
      const mayBelong = run.command?.declaration.args && !/\s/.test(param)
      return `${leave}, or ${mayBelong ? 'quote words that belong together; ' : ''}see ${help}.`
    }
    case 'MISSING_ARGUMENT':
      if (run.command === null) return `See ${help}.`
      return `Usage: ${usageLine(run, run.command)}${choices && `, where ${param} is ${choices}`}`
    case 'MISSING_VALUE':
      return `Give ${param} a value; see ${help}.`
    case 'INVALID_CHOICE':
      if (choices) return `Use ${choices} for ${param}.`
      break
    default:
  }
  const expected = /: expected (.+), got /s.exec(message)?.[1]
  return expected === undefined ? `See ${help}.` : `Give ${param} ${expected}.`
}

/** Joins names for a sentence. */
export function listed(names: readonly string[], word: 'and' | 'or'): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`
}

/** Shows how a command is called, as its help does: the options that it needs, whether it has others, its arguments. */
export function usageLine(run: Run, { declaration }: Command): string {
  const options = paramsOf('options', declaration.options)
  const required = options.filter(isRequired)
  return [
    quoteWords([...callWords(run.cli), ...run.path]),
    ...required.map(({ spelled }) => `${spelled} <value>`),
    ...(options.length > required.length ? ['[options]'] : []),
    ...paramsOf('args', declaration.args).map(argumentWord),
  ].join(' ')
}
