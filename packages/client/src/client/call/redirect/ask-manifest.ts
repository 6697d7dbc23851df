import type { CallBudget } from '../call-budget.ts'
import type { CallTarget } from '../call-target.ts'
import { startsWithWords } from './command-line.ts'
import type { Outcome } from 'surety/unstable/contract'
import { given } from '@surety/internal/given.ts'
import { resolveSettings, type Settings } from '../../settings.ts'

/** What became of the question for a manifest; `unasked` where nobody knows that the tool has one. */
export type ManifestAnswer = 'unasked' | 'none' | 'given'

export interface ManifestQuestion {
  readonly target: CallTarget
  readonly settings: Settings
  readonly env: Readonly<Record<string, string>>
  readonly budget: CallBudget
  /** The answer that leaves something open. */
  readonly outcome: Outcome
  /** Makes a call of the same client to its end. */
  readonly run: (argv: readonly string[], settings: Settings) => Promise<Outcome>
}

/**
 * Asks a tool for its manifest, which is remembered with its file, if it is known to have one: an earlier state of the file
 * had it, or the answer is one that only our framework gives. Any other tool may take the word for something else.
 */
export async function askManifest(question: ManifestQuestion): Promise<ManifestAnswer> {
  const { target, settings, budget, outcome } = question
  const { tool, known } = target
  const leftMs = Math.floor(budget.left())
  if (target.isRunner || leftMs < 1) return 'unasked'
  const words = target.argumentsOf(target.argv)
  if (!isOfOurFramework(outcome, words) && !(await known.hadManifest())) return 'unasked'
  const { cwd, dialect, signal, graceMs, drainMs, maxBytes, policy } = settings
  const ask = (asked: readonly string[]) => {
    const argv = [...tool.program, ...asked]
    const own = resolveSettings(argv, {
      ...given({ cwd, signal, policy }),
      tool,
      dialect,
      graceMs,
      drainMs,
      maxBytes,
      safety: 'safe',
      env: { ...settings.env, ...question.env },
      timeoutMs: Math.min(settings.timeoutMs, leftMs),
      deadlineMs: leftMs,
    })
    return question.run(argv, { ...own, isLearning: true })
  }
  await ask(['manifest'])
  // What was learned is in the memory.
  await target.open()
  return (await known.hasManifest()) ? 'given' : 'none'
}

/** Tests for the words in which our framework tells of a command that moved; all its tools have a manifest. */
function isOfOurFramework({ error }: Outcome, words: readonly string[]): boolean {
  if (error?.code !== 'COMMAND_MOVED') return false
  const [, from, to] = /^'([^']{1,200})' is now '([^']{1,200})'\.$/.exec(error.message) ?? []
  if (from === undefined || to === undefined) return false
  return startsWithWords(words, from.split(' ')) && error.redirect?.command.includes(to) === true
}
