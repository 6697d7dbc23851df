import { randomUUID } from 'node:crypto'

import { CallCache } from './answers/call-cache.ts'
import { CallPages, isPage, withoutCursor } from './answers/pages.ts'
import { ask } from './ask-caller.ts'
import { attempt, type CallContext, type Attempted } from './attempt.ts'
import { CallBudget } from './call-budget.ts'
import { CallLog } from './call-log.ts'
import { CallTarget } from './call-target.ts'
import { decideAttempt } from './decide-attempt.ts'
import { hasFlag, withFlag, withOption, withoutFlag } from './injected-flags.ts'
import type { Limiter } from './limiter.ts'
import { type Move, nextMove } from './next-move.ts'
import { withRead } from './settle-doubt.ts'
import type { ManifestAnswer } from './redirect/ask-manifest.ts'
import type { HistoryStep } from '../decide/history.ts'
import { incompleteWork } from '../decide/policies/repeat.ts'
import { endAfter, type Verdict } from '../decide/verdict.ts'
import type { RememberedRedirect } from '../memory/facts.ts'
import { ToolMemory } from '../memory/tool-memory.ts'
import { placeOf } from '../process/tool-file.ts'
import { traceFrom } from '../process/trace.ts'
import type { Attempt, Continuation, Page, RunResult } from '../result.ts'
import type { Settings, World } from '../settings.ts'
import { given } from '@surety/internal/given.ts'
import type { JsonObject, Outcome, SuccessOutcome } from 'surety/unstable/contract'

export async function* performCall(
  given: readonly string[],
  settings: Settings,
  world: World,
  limit: Limiter,
): AsyncGenerator<Page, RunResult, undefined> {
  const call = new Call(given, settings, world, limit)
  await call.prepare()
  for (;;) {
    const { outcome, verdict } = await call.attempt()
    const end = await call.act(outcome, verdict)
    const last = end ?? verdict
    if (outcome.ok && isPage(last)) yield call.addPage(outcome, last)
    if (end !== undefined) return call.result(outcome, end)
  }
}

/** How often to look at a job that goes on by itself, if the tool does not wait for it. */
const LOOK_AGAIN_MS = 1000

/** Most calls meet none. */
const redirects = () => import('./redirect/call-redirects.ts')

class Call {
  readonly #settings: Settings
  readonly #context: CallContext
  readonly #log: CallLog
  readonly #target: CallTarget
  readonly #cache: CallCache
  readonly #pages = new CallPages()
  readonly #steps: HistoryStep[] = []
  #applied: readonly RememberedRedirect[] = []
  #env: Readonly<Record<string, string>> = {}
  #last: Attempted | undefined
  #next: readonly string[] | undefined
  #work: JsonObject | undefined
  #continuations = 0
  #isCancelled = false
  /** The command line before any redirect: a chain of them leads no further than one does. */
  #origin: readonly string[] | undefined

  constructor(given: readonly string[], settings: Settings, world: World, limit: Limiter) {
    const call = settings.call ?? randomUUID()
    const trace = traceFrom(world.inheritedEnv, settings.env)
    const budget = new CallBudget(settings, world)
    this.#settings = settings
    this.#context = { settings, world, limit, trace, call, budget }
    this.#log = new CallLog(this.#context)
    const known = new ToolMemory(world.memory, () => this.#log.noteMemoryProblems())
    const place = placeOf(settings, world.inheritedEnv)
    this.#target = new CallTarget(given, settings, known, place)
    this.#cache = new CallCache(settings, this.#report)
  }

  async prepare(): Promise<void> {
    const { key, idempotencyFlag, cursor, cursorFlag } = this.#settings
    const target = this.#target
    await target.open()
    if (target.known.redirects.length > 0) {
      const { applyRemembered } = await redirects()
      const { applied, refused } = await applyRemembered(target, this.#settings, this.#report)
      this.#applied = applied
      if (refused !== undefined) this.#note('REDIRECT_NOT_APPLIED', refused)
    }
    if (cursor !== undefined) {
      target.argv = withOption(withoutFlag(target.argv, cursorFlag), cursorFlag, cursor)
    }
    if (key !== undefined && !hasFlag(target.argv, idempotencyFlag)) {
      target.argv = withFlag(target.argv, idempotencyFlag, key)
    }
    await this.#cache.open(target)
    this.#log.noteMemoryProblems()
  }

  async attempt(): Promise<{ readonly outcome: Outcome; readonly verdict: Verdict }> {
    const { tool, known } = this.#target
    const argv = this.#next ?? this.#target.argv
    const done = await this.#run(argv)
    const { outcome } = done.reading
    const decided = decideAttempt(done, {
      history: { ...tool, argv, steps: this.#steps, mismatches: await this.#mismatches(outcome) },
      call: this.#target.argv,
      settings: this.#settings,
      // A dialect that was once given promises nothing about other calls; a manifest does.
      dialectChanged:
        done.reading.anomalies.some(({ code }) => code === 'DIALECT_CHANGED') &&
        (await known.hasManifest()),
      // A caller who sends a tag has the answer.
      isCached: this.#cache.holds(outcome) || hasFlag(this.#target.given, this.#settings.etagFlag),
      note: this.#note,
    })
    const verdict = await withRead(decided, {
      target: this.#target,
      known: done.settles,
      askManifest: () => this.#askManifest(outcome),
    })
    await known.learn(done.reading, verdict, {
      name: tool.name,
      words: this.#target.argumentsOf(this.#target.argv),
      redact: (text) => this.#log.redactor(this.#env).redact(text),
      isGiven: this.#settings.dialect !== 'auto' || this.#settings.isLearning === true,
      isLearning: this.#settings.isLearning === true,
    })
    this.#record(done, verdict, 'call', argv)
    const { cursor } = outcome.meta
    const work = incompleteWork(outcome)
    if (work !== undefined) this.#work = outcome.data as JsonObject
    this.#steps.push({
      argv,
      code: outcome.error?.code ?? null,
      verdict: verdict.kind,
      ...(typeof cursor === 'string' && { cursor }),
      ...(work && { done: work.done }),
    })
    return { outcome, verdict }
  }

  async act(outcome: Outcome, verdict: Verdict): Promise<Verdict | undefined> {
    const target = this.#target
    const next = await nextMove({
      settings: this.#settings,
      tool: target.tool,
      argv: target.argv,
      outcome,
      verdict,
      report: this.#report,
      askManifest: () => this.#askManifest(outcome),
      factsAbout: (command) => {
        const isRedirect = verdict.kind === 'follow_redirect'
        return target.factsAbout((isRedirect && this.#origin) || target.argv, command)
      },
    })
    this.#next = undefined
    switch (next.kind) {
      case 'end':
        await this.#cache.store(target, outcome, next.verdict, this.#pages.data.length)
        return next.verdict
      case 'again':
        target.argv = next.argv
        this.#env = { ...this.#env, ...next.env }
        return this.#wait(next.waitMs, verdict)
      case 'fix_first':
        return this.#fix(next.command, verdict)
      case 'continue':
        return this.#continue(next, verdict)
      case 'cancel_first':
        return this.#cancel(next.command, next.verdict)
      case 'redirect':
        this.#origin = next.elsewhere ? next.argv : (this.#origin ?? target.argv)
        await (await redirects()).followRedirect(next, target, this.#settings, outcome)
        return undefined
    }
  }

  async #askManifest(outcome: Outcome): Promise<ManifestAnswer> {
    const { settings, world, limit, budget } = this.#context
    const { askManifest } = await import('./redirect/ask-manifest.ts')
    return askManifest({
      target: this.#target,
      settings,
      env: this.#env,
      budget,
      outcome,
      run: async (argv, own) => {
        const call = performCall(argv, own, world, limit)
        for (;;) {
          const step = await call.next()
          if (step.done === true) return step.value.outcome
        }
      },
    })
  }

  addPage(outcome: SuccessOutcome, verdict: Verdict): Page {
    const page = this.#pages.add(outcome, verdict)
    this.#log.emit({ kind: 'page', index: page.index, data: page.data })
    return page
  }

  result(outcome: Outcome, verdict: Verdict): RunResult {
    const end = this.#last?.end
    const cached = this.#cache.answer(verdict, outcome)
    const continuation = this.#continuation(outcome)
    const joined = this.#pages.join(outcome, verdict)
    const result: RunResult = {
      outcome: cached ?? (verdict.reason === 'PAGE_UNSAFE' ? withoutCursor(joined) : joined),
      verdict,
      attempts: this.#log.attempts,
      anomalies: this.#log.anomalies,
      applied_redirects: this.#applied,
      pages: cached === undefined ? this.#pages.data : [cached.data],
      ...given({ continuation }),
      timing: this.#log.timing(),
      tool: this.#target.key,
      call: this.#context.call,
      trace_id: this.#context.trace.id,
      stdout: end?.stdout.bytes ?? new Uint8Array(0),
      stderr: end?.stderr.bytes ?? new Uint8Array(0),
    }
    return result
  }

  async #run(argv: readonly string[]): Promise<Attempted> {
    const number = this.#log.attempts.length + 1
    this.#log.emit({ kind: 'attempt_started', attempt: number, argv })
    this.#log.addStart(number)
    this.#last = await attempt(this.#context, this.#target, argv, this.#env, number)
    return this.#last
  }

  #record(done: Attempted, verdict: Verdict, role: Attempt['role'], argv: readonly string[]): void {
    const { tool, key } = this.#target
    const { program } = tool
    this.#log.addAttempt({ done, verdict, role, argv, program, tool: key, env: this.#env })
  }

  async #fix(command: readonly string[], verdict: Verdict): Promise<Verdict | undefined> {
    const message = 'The command that should correct the call failed.'
    const failed = endAfter(verdict, 'FIX_FAILED', message)
    const isFixed = await this.#runBeside('fix', command, failed, 'The correction was made.')
    return isFixed ? undefined : failed
  }

  async #cancel(command: readonly string[], verdict: Verdict): Promise<Verdict> {
    const answered = this.#last
    const failed = { ...verdict, message: 'The work could not be cancelled.' }
    const done = 'The work was cancelled.'
    this.#isCancelled = await this.#runBeside('cancel', command, failed, done)
    this.#last = answered
    return verdict
  }

  /** Runs a command of the tool that is not the call itself; returns whether it succeeded. */
  async #runBeside(
    role: 'fix' | 'cancel',
    command: readonly string[],
    failed: Verdict,
    message: string,
  ): Promise<boolean> {
    const done = await this.#run(command)
    const { ok, diagnostics } = done.reading.outcome
    const isDone = ok && !diagnostics.malformed
    const { soft_redirects } = failed
    const accept = { kind: 'accept', reason: 'DONE', message, soft_redirects } as const
    this.#record(done, isDone ? accept : failed, role, command)
    return isDone
  }

  async #continue(
    { argv, isRunning }: Extract<Move, { readonly kind: 'continue' }>,
    verdict: Verdict,
  ): Promise<Verdict | undefined> {
    const tookMs = this.#last?.end.durationMs ?? 0
    const waitMs = isRunning ? Math.ceil(Math.max(0, LOOK_AGAIN_MS - tookMs)) : 0
    const why = this.#context.budget.whySpent(waitMs)
    if (why !== undefined) return endAfter(verdict, 'DEADLINE', why)
    this.#next = argv
    this.#continuations += 1
    return this.#wait(waitMs, verdict)
  }

  async #wait(ms: number, verdict: Verdict): Promise<Verdict | undefined> {
    const { signal, deadlineMs } = this.#settings
    if (ms >= this.#context.budget.left()) {
      const message = `The next attempt would start after the time limit of the whole call, ${deadlineMs} ms.`
      return endAfter(verdict, 'DEADLINE', message)
    }
    if (ms > 0) {
      this.#log.emit({ kind: 'waiting', wait_ms: ms, verdict })
      await this.#context.world.sleep(ms, signal)
      this.#log.addWait(ms)
    }
    return signal?.aborted === true ? endAfter(verdict, 'ABORTED') : undefined
  }

  async #mismatches(outcome: Outcome): Promise<readonly string[]> {
    const { expect } = this.#settings
    if (expect === undefined) return []
    const { findMismatches } = await import('./answers/expect.ts')
    const found = await ask('expect.data', () => findMismatches(outcome, expect), this.#report)
    const list = found ?? ['the expected data schema could not be applied']
    for (const message of list) this.#note('CONTRACT_MISMATCH', message)
    return list
  }

  readonly #note: CallLog['note'] = (code, message) =>
    this.#log.note(code, message, this.#log.attempts.length + 1)

  readonly #report = (message: string): void => this.#log.note('HOOK_FAILED', message)

  #continuation(outcome: Outcome): Continuation | undefined {
    if (this.#work === undefined) return undefined
    const kept = outcome.exit === 'INCOMPLETE' ? 'kept' : 'unknown'
    const state = this.#isCancelled ? 'cancelled' : outcome.ok ? 'finished' : kept
    return { count: this.#continuations, state, work: this.#work }
  }
}
