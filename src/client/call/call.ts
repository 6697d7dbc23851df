import { isDeepStrictEqual } from 'node:util'

import type { JsonValue, Outcome, SuccessOutcome } from '../../contract/index.ts'
import { act } from './next-move.ts'
import { attempt, newCallId, type AttemptContext, type Attempted } from './attempt.ts'
import { etagOf, type CachedAnswer } from './cache.ts'
import { CallLog } from './call-log.ts'
import { sameWords, toolOf, type ToolName } from './command-line.ts'
import { decide } from '../decide/decide.ts'
import { findMismatches } from './expect.ts'
import type { History, HistoryStep, Knowledge } from '../decide/history.ts'
import { ask } from './ask-caller.ts'
import { hasFlag, withFlag, withoutFlag } from './injected-flags.ts'
import type { Limiter } from './limiter.ts'
import type { RememberedRedirect } from '../memory/facts.ts'
import { toolKey } from '../memory/key.ts'
import { applyRedirects, redirectRule } from '../memory/redirects.ts'
import { rememberedQuestion } from '../memory/remembered-question.ts'
import { ToolMemory } from '../memory/tool-memory.ts'
import { joinPages } from './join-pages.ts'
import type { DeclaredCommand, Policy } from '../decide/policy.ts'
import type { Page, RunResult } from '../result.ts'
import type { Settings, World } from '../settings.ts'
import { traceFrom } from './trace.ts'
import { escalate, type Verdict } from '../decide/verdict.ts'

/** Carries out one call, attempt by attempt, and yields its pages as they come. */
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
    if (outcome.ok && isPage(last)) {
      yield call.addPage(outcome, last)
    }
    if (end !== undefined) return call.result(outcome, end)
  }
}

/** The state of one call between its attempts. */
class Call {
  readonly #settings: Settings
  readonly #world: World
  readonly #context: AttemptContext
  readonly #log: CallLog
  readonly #known: ToolMemory
  readonly #id: string
  readonly #given: readonly string[]
  readonly #steps: HistoryStep[] = []
  readonly #pages: JsonValue[] = []
  readonly #warnings = new Set<string>()
  #applied: readonly RememberedRedirect[] = []
  #tool: ToolName
  #argv: readonly string[]
  #env: Readonly<Record<string, string>> = {}
  #cached: CachedAnswer | undefined
  #last: Attempted | undefined

  constructor(given: readonly string[], settings: Settings, world: World, limit: Limiter) {
    this.#settings = settings
    this.#world = world
    this.#id = settings.call ?? newCallId()
    this.#given = given
    this.#argv = given
    this.#tool = settings.tool ?? toolOf(given)
    const trace = traceFrom(world.inheritedEnv, settings.env)
    this.#context = { settings, world, limit, trace, call: this.#id }
    this.#log = new CallLog(settings, world, this.#id, trace.id)
    this.#known = new ToolMemory(world.memory, () => this.#log.noteMemoryProblems())
  }

  /** Takes up what earlier calls have taught, before anything runs. */
  async prepare(): Promise<void> {
    const { cache, etagFlag, key, idempotencyFlag, cursor, cursorFlag } = this.#settings
    await this.#known.open(this.#key())
    const { redirects } = this.#known
    if (redirects.length > 0) await this.#applyRedirects(redirects)
    if (cursor !== undefined) {
      this.#argv = withFlag(withoutFlag(this.#argv, cursorFlag), cursorFlag, cursor)
    }
    if (key !== undefined && !hasFlag(this.#argv, idempotencyFlag)) {
      this.#argv = withFlag(this.#argv, idempotencyFlag, key)
    }
    if (cache !== undefined && !hasFlag(this.#argv, etagFlag)) {
      this.#cached = await ask('cache.get', () => cache.get(this.#cacheKey()), this.#report)
      if (this.#cached !== undefined) this.#argv = withFlag(this.#argv, etagFlag, this.#cached.etag)
    }
    this.#log.noteMemoryProblems()
  }

  /** Runs the present command line once, reads, decides, and writes it all down. */
  async attempt(): Promise<{ readonly outcome: Outcome; readonly verdict: Verdict }> {
    const argv = this.#argv
    const done = await this.#run(argv)
    const { outcome } = done.reading
    const mismatches = await this.#mismatches(outcome)
    const verdict = this.#decide(done, { ...this.#tool, argv, steps: this.#steps, mismatches })
    const { name } = this.#tool
    await this.#known.learn(done.reading, verdict, { name, words: this.#words(argv) })
    this.#writeDown(done, verdict, 'call', argv)
    const { cursor } = outcome.meta
    this.#steps.push({
      argv,
      code: outcome.error?.code ?? null,
      verdict: verdict.kind,
      ...(typeof cursor === 'string' && { cursor }),
    })
    return { outcome, verdict }
  }

  /** Does what the verdict asks for; gives the final verdict when the call is over. */
  async act(outcome: Outcome, verdict: Verdict): Promise<Verdict | undefined> {
    const next = await act(verdict, {
      settings: this.#settings,
      tool: this.#tool,
      argv: this.#argv,
      outcome,
      report: this.#report,
      declared: (argv) => this.#known.declared(this.#words(argv)),
    })
    switch (next.kind) {
      case 'end':
        await this.#keep(outcome, next.verdict)
        return next.verdict
      case 'again':
        this.#argv = next.argv
        this.#env = { ...this.#env, ...next.env }
        return this.#wait(next.waitMs, verdict)
      case 'fix_first':
        return this.#fix(next.command, verdict)
      case 'redirect':
        // Recorded before it runs: a crash in between must not lose it.
        if (next.permanent) await this.#remember(next.argv, next.elsewhere, outcome)
        if (next.elsewhere) await this.#moveTo(next.argv)
        this.#argv = next.argv
        return undefined
    }
  }

  addPage(outcome: SuccessOutcome, verdict: Verdict): Page {
    const page = { index: this.#pages.length, data: outcome.data, outcome, verdict }
    this.#pages.push(outcome.data)
    for (const warning of outcome.warnings) this.#warnings.add(warning)
    this.#log.emit({ kind: 'page', index: page.index, data: page.data })
    return page
  }

  result(outcome: Outcome, verdict: Verdict): RunResult {
    const end = this.#last?.end
    const cached = verdict.kind === 'use_cache' ? this.#cached : undefined
    return {
      outcome: this.#finalOutcome(outcome, verdict, cached),
      verdict,
      attempts: this.#log.attempts,
      anomalies: this.#log.anomalies,
      applied_redirects: this.#applied,
      pages: cached === undefined ? this.#pages : [cached.outcome.data],
      timing: this.#log.timing(),
      tool: this.#key(),
      call: this.#id,
      trace_id: this.#context.trace.id,
      stdout: end?.stdout.bytes ?? new Uint8Array(0),
      stderr: end?.stderr.bytes ?? new Uint8Array(0),
    }
  }

  #finalOutcome(outcome: Outcome, verdict: Verdict, cached: CachedAnswer | undefined): Outcome {
    if (cached !== undefined) {
      const meta = { ...cached.outcome.meta, not_modified: true }
      return { ...cached.outcome, meta, warnings: outcome.warnings }
    }
    if (this.#pages.length < 2 || !outcome.ok) return outcome
    const { cursor, truncated: _one, ...meta } = outcome.meta
    const isComplete = verdict.kind === 'accept'
    return {
      ...outcome,
      data: joinPages(this.#pages),
      warnings: [...this.#warnings],
      meta: {
        ...meta,
        ...(!isComplete && { truncated: true, ...(cursor !== undefined && { cursor }) }),
        pages: this.#pages.length,
      },
    }
  }

  async #run(argv: readonly string[]): Promise<Attempted> {
    const number = this.#log.attempts.length + 1
    this.#log.emit({ kind: 'attempt_started', attempt: number, argv })
    this.#last = await attempt(this.#context, argv, this.#env, number, {
      learnt: this.#known.dialectFor(this.#words(argv)),
      declared: () => this.#known.declared(this.#words(argv)),
    })
    return this.#last
  }

  #writeDown(
    done: Attempted,
    verdict: Verdict,
    role: 'call' | 'fix',
    argv: readonly string[],
  ): void {
    const { program } = this.#tool
    this.#log.addAttempt({ done, verdict, role, argv, program, tool: this.#key(), env: this.#env })
  }

  /** Several dialects may fit: as long as they would all do the same, it does not matter which it is. */
  #decide({ reading, command }: Attempted, history: History): Verdict {
    const policy = this.#policy(command)
    if (policy.safety === 'safe' && command?.danger === 'destructive') {
      this.#log.note(
        'SAFETY_DISPUTED',
        `The call is declared safe, and the manifest calls ${command.path} destructive.`,
        this.#log.attempts.length + 1,
      )
    }
    const knowledge: Knowledge = {
      cached: this.#cached !== undefined,
      certain: true,
      retryableStated: reading.retryableStated,
      ...(command !== undefined && { command }),
    }
    const [verdict, ...others] = [reading.outcome, ...reading.alternatives].map((outcome) =>
      decide(outcome, history, knowledge, policy),
    )
    if (verdict !== undefined && others.every((other) => isSameMove(other, verdict))) return verdict
    this.#log.note(
      'DIALECT_AMBIGUOUS',
      `The answer fits ${reading.candidates.join(' and ')}, which disagree on what to do.`,
      this.#log.attempts.length + 1,
    )
    return decide(reading.outcome, history, { ...knowledge, certain: false }, policy)
  }

  async #fix(command: readonly string[], verdict: Verdict): Promise<Verdict | undefined> {
    const done = await this.#run(command)
    const { outcome } = done.reading
    const isMended = outcome.ok && !outcome.diagnostics.malformed
    const answer: Verdict = {
      ...(isMended
        ? { kind: 'accept', reason: 'DONE', message: 'The correction was made.' }
        : escalate('FIX_FAILED', 'The command that should correct the call failed.')),
      soft_redirects: verdict.soft_redirects,
    }
    this.#writeDown(done, answer, 'fix', command)
    return isMended ? undefined : answer
  }

  async #wait(ms: number, verdict: Verdict): Promise<Verdict | undefined> {
    const { signal } = this.#settings
    if (ms > 0) {
      this.#log.emit({ kind: 'waiting', wait_ms: ms, verdict })
      await this.#world.sleep(ms, signal)
      this.#log.addWait(ms)
    }
    if (signal?.aborted !== true) return undefined
    return { ...escalate('ABORTED'), soft_redirects: verdict.soft_redirects }
  }

  async #remember(argv: readonly string[], elsewhere: boolean, outcome: Outcome): Promise<void> {
    const start = this.#tool.program.length
    const from = this.#withoutInjected(this.#argv.slice(start))
    const to = elsewhere ? argv : this.#withoutInjected(argv.slice(start))
    const rule = redirectRule(from, to, elsewhere, outcome.error?.redirect?.reason)
    await this.#known.recordRedirect(rule)
  }

  /** Flags that this client added belong to one call and not to what is learnt from it. */
  #withoutInjected(words: readonly string[]): readonly string[] {
    const { cursorFlag, etagFlag, idempotencyFlag } = this.#settings
    return [cursorFlag, etagFlag, idempotencyFlag]
      .filter((flag) => !hasFlag(this.#given, flag))
      .reduce((left, flag) => withoutFlag(left, flag), words)
  }

  async #applyRedirects(rules: readonly RememberedRedirect[]): Promise<void> {
    const start = this.#tool.program.length
    const mayAsk = this.#settings.approveRedirect !== undefined
    const usable = mayAsk ? rules : rules.filter((rule) => !rule.elsewhere)
    const { words, elsewhere, applied } = applyRedirects(this.#argv.slice(start), usable)
    if (applied.length === 0) return
    if (elsewhere && !(await this.#isApproved(words))) return
    this.#applied = applied
    this.#argv = elsewhere ? words : [...this.#tool.program, ...words]
    if (elsewhere) await this.#moveTo(words)
  }

  async #isApproved(command: readonly string[]): Promise<boolean> {
    const hook = this.#settings.approveRedirect
    if (hook === undefined) return false
    const question = { argv: this.#argv, ...rememberedQuestion(command), command }
    return (await ask('approveRedirect', () => hook(question), this.#report)) === true
  }

  /** From here on the other program is the tool: its name, its dialect, its memory. */
  async #moveTo(argv: readonly string[]): Promise<void> {
    this.#tool = toolOf(argv)
    await this.#known.open(this.#key())
  }

  async #keep(outcome: Outcome, verdict: Verdict): Promise<void> {
    const { cache } = this.#settings
    if (cache === undefined || verdict.kind !== 'accept' || !outcome.ok) return
    const etag = etagOf(outcome)
    // The tag of the last page says nothing about the pages before it.
    if (etag === undefined || this.#pages.length > 0) return
    const set = async () => void (await cache.set(this.#cacheKey(), { etag, outcome }))
    await ask('cache.set', set, this.#report)
  }

  async #mismatches(outcome: Outcome): Promise<readonly string[]> {
    const { expect } = this.#settings
    if (expect === undefined) return []
    const found = await ask('expect.data', () => findMismatches(outcome, expect), this.#report)
    const list = found ?? ['the demanded data schema could not be applied']
    for (const message of list) {
      this.#log.note('CONTRACT_MISMATCH', message, this.#log.attempts.length + 1)
    }
    return list
  }

  /**
   * A key that travels with the call makes it harmless to repeat; one that a redirect dropped, or that
   * the command does not list among its flags, does not.
   */
  #policy(command: DeclaredCommand | undefined): Policy {
    const { resolvedPolicy, key, idempotencyFlag } = this.#settings
    const isHeeded = command?.flags.includes(idempotencyFlag.replace(/^-+/, '')) ?? true
    const isKeyed = key !== undefined && isHeeded && hasFlag(this.#argv, idempotencyFlag)
    if (!isKeyed || resolvedPolicy.safety !== 'unknown') return resolvedPolicy
    return { ...resolvedPolicy, safety: 'idempotent' }
  }

  readonly #report = (message: string): void => this.#log.note('HOOK_FAILED', message)

  /** The arguments of a command line: what follows the words that start the tool. */
  #words(argv: readonly string[]): readonly string[] {
    return argv.slice(this.#tool.program.length)
  }

  #key(): string {
    return toolKey(this.#tool.program, this.#settings.cwd ?? '.')
  }

  #cacheKey(): string {
    const { program } = this.#tool
    const isOwn = sameWords(this.#given.slice(0, program.length), program)
    const words = isOwn ? this.#given.slice(program.length) : this.#given
    return JSON.stringify([this.#key(), this.#settings.cwd ?? null, words])
  }
}

/** The last page that is allowed is a page like the others, though more would follow. */
function isPage({ kind, reason }: Verdict): boolean {
  return kind === 'next_page' || kind === 'accept' || reason === 'PAGE_LIMIT'
}

/** Words for people may differ; what is done may not. */
function isSameMove(one: Verdict, other: Verdict): boolean {
  return isDeepStrictEqual({ ...one, message: '' }, { ...other, message: '' })
}
