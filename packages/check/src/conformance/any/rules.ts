import { existsSync } from 'node:fs'

import {
  asking,
  flagCallsOf,
  flagged,
  heldCalls,
  handsOn,
  plain,
  refusals,
  unknownCommand,
  working,
  type Known,
} from './calls.ts'
import { NO_COMMAND, NO_FLAG } from './plan.ts'
import texts from './rules.json' with { type: 'json' }
import { BARE, SECRET, type Bare, type Call, type Run } from './session.ts'
import {
  acceptedFlag,
  ANSI,
  bareProblem,
  brokenPipe,
  isColoured,
  isJson,
  linesOf,
  REFUSES,
  type Sight,
} from './signs.ts'
import { traceIn } from './stack-trace.ts'

export type RuleId = keyof typeof texts

/** Looks for a break, the second time with new runs. */
export type Attempt = (again: number) => Promise<Sight | undefined>

/** What a rule looks at, or what it takes to look. */
export type Asked = readonly Attempt[] | { readonly needs: string } | { readonly leftOut: string }

const NEEDS = {
  read: "A call that only reads: --read 'file.txt'.",
  fails: "A call that must fail: --fails 'no-such-file.txt'.",
  holds: "A call that waits until it is ended: --holds '-'.",
}

/** The rules that measure or signal, so that nothing else may run meanwhile. */
export const QUIET: ReadonlySet<RuleId> = new Set(['sigterm', 'orphans', 'slow_help'])

export const RULES: Readonly<Record<RuleId, (known: Known) => Asked>> = {
  closed_pipe: (known) =>
    everyRead(
      known,
      (words, plain) => [
        attempt(known, { words, reader: 'gone' }, (run) => brokenPipe(run, plain)),
        ...(plain.stdout.total > 200_000
          ? [attempt(known, { words, reader: 'leaves' }, (run) => brokenPipe(run, plain))]
          : []),
      ],
      (plain) => plain.stdout.total >= 10,
    ),

  error_trace: (known) =>
    all(refusals(known), NEEDS.read).map((call) =>
      attempt(known, call, (run) => {
        const what = traceIn(run.exitCode === 0 ? run.err : run.err + run.out, run.endedBy)
        return what && `It ends in ${what}`
      }),
    ),

  unknown_flag: (known) => {
    const { session, facts } = known
    const why = handsOn(known)
    if (why) return { leftOut: why }
    return all(working(known), NEEDS.read).map((words) => async (again) => {
      const calls = flagCallsOf(known, words)
      const sights = []
      for (const call of calls) {
        const run = await session.run(atTime({ words: call }, again))
        const sight = acceptedFlag(run, facts)
        if (sight === undefined) return undefined
        sights.push(sight)
      }
      return sights[0]
    })
  },

  unknown_command: (known) => {
    const call = unknownCommand(known)
    if (call === undefined)
      return { leftOut: 'Its help shows no commands, or one that is the default.' }
    return [
      attempt(
        known,
        call,
        (run) =>
          (run.exitCode === 0 || run.stopped === 'waits') && `\`${NO_COMMAND}\` was accepted`,
      ),
    ]
  },

  error_word: (known) => {
    const why = handsOn(known)
    if (why) return { leftOut: why }
    return all(flagged(known), NEEDS.read).map((call) =>
      attempt(
        known,
        call,
        ({ exitCode, stdout, stderr }) =>
          exitCode !== null &&
          exitCode > 0 &&
          stdout.total + stderr.total === 0 &&
          'It was refused without a word',
      ),
    )
  },

  fail_exit: ({ fails, ...known }) =>
    all(fails, NEEDS.fails).map((words) =>
      attempt(
        known,
        { words },
        ({ exitCode }) => exitCode === 0 && 'The call that must fail ended with 0',
      ),
    ),

  no_ansi: (known) => {
    const calls = [...asking(known), ...plain(known), ...refusals(known)]
    return calls
      .filter(({ words }) => !isColoured(known.session, words))
      .map((call) =>
        attempt(known, call, ({ out, err }) =>
          !known.facts.colours && ANSI.test(out)
            ? 'Escape codes are on stdout'
            : ANSI.test(err) && 'Escape codes are on stderr',
        ),
      )
  },

  bare_place: (known) => {
    if (known.session.inherits) return { leftOut: 'It runs with the variables of its user alone.' }
    return everyRead(known, (words, plain) => [
      async (again) => {
        const whole = await known.session.run(atTime({ words, bare: placesOf(known) }, again))
        if (bareProblem(whole, plain) === undefined) return undefined
        const singles = await Promise.all(
          placesOf(known).map((each) => known.session.run(atTime({ words, bare: [each] }, again))),
        )
        const at = singles.findIndex((run) => bareProblem(run, plain) !== undefined)
        const run = singles[at]
        // What breaks under all of it together, and under nothing alone, names nothing to mend.
        if (run === undefined) return undefined
        return { run, says: `${bareProblem(run, plain)!} ${BARE_WORDS[placesOf(known)[at]!]}` }
      },
    ])
  },

  sigterm: (known) =>
    whileHeld(known, (run) => run.term?.isAlive === true && 'It runs on 1 s after SIGTERM'),

  orphans: (known) =>
    whileHeld(known, ({ term }) => {
      if (term === null || term.orphans === 0) return undefined
      return `It ended at SIGTERM, but ${term.orphans === 1 ? 'a process that it started runs' : `${term.orphans} processes that it started run`} on`
    }),

  left_running: (known) =>
    [...asking(known), ...plain(known)].map((call) =>
      attempt(
        known,
        call,
        ({ leftBehind }) => leftBehind && 'A process that it started runs on after its end',
      ),
    ),

  help_hang: (known) =>
    known.help.stopped !== null
      ? []
      : [
          attempt(
            known,
            { words: ['--help'], stdin: 'silent' },
            ({ stopped }) => stopped === 'waits' && 'It waits for the end of stdin',
          ),
        ],

  read_writes: (known) => {
    if (!known.session.hasCopy) return { needs: 'A folder of at most 64 MB.' }
    return [...asking(known), ...plain(known), ...refusals(known)].map((call) =>
      attempt(
        known,
        call,
        // A flag that is accepted as a name of a file is the finding of another rule.
        ({ changes, exitCode }) =>
          changes.length > 0 &&
          !(exitCode === 0 && call.words.some((word) => word.endsWith(NO_FLAG))) &&
          `It changed ${changes.slice(0, 3).join(', ')}${changes.length > 3 ? ` and ${changes.length - 3} more` : ''}`,
      ),
    )
  },

  secrets: (known) =>
    [...asking(known), ...refusals(known)].map((call) =>
      attempt(
        known,
        call,
        ({ out, err }) =>
          (out + err).includes(SECRET) &&
          'It printed a variable of its environment that is called SECRET',
      ),
    ),

  full_disk: (known) => {
    if (!existsSync('/dev/full')) return { leftOut: 'This system has no /dev/full.' }
    return everyRead(
      known,
      (words) => [
        attempt(
          known,
          { words, reader: 'full' },
          ({ exitCode, err }) =>
            exitCode === 0 &&
            (err.trim() === ''
              ? 'The disk was full, and nobody was told'
              : 'The disk was full, and the exit is 0'),
        ),
      ],
      (run, words) =>
        run.out.trim() !== '' && (known.session.filesIn(words).length > 0 || isJson(run.out)),
    )
  },

  help_exit: ({ help, facts, ...known }) =>
    help.exitCode === 0 || !facts.isHelp || !facts.offersHelp
      ? []
      : [
          attempt(
            known,
            { words: ['--help'] },
            ({ exitCode, out, err }) =>
              exitCode !== null &&
              exitCode !== 0 &&
              !REFUSES.test(`${err.slice(0, 400)}\n${out.slice(0, 400)}`) &&
              `It printed its help and ended with ${exitCode}`,
          ),
        ],

  waits: (known) => {
    if (known.facts.readsStdin) return { leftOut: 'Its help says that it reads stdin.' }
    return everyRead(
      known,
      (words) => [
        attempt(
          known,
          { words, stdin: 'silent' },
          ({ stopped }) => stopped === 'waits' && 'It waits for stdin, though it needs none',
        ),
      ],
      // Without a name among its words, or without an answer, it may be a filter that was given nothing.
      ({ out }, words) =>
        !words.includes('-') && words.some((word) => !word.startsWith('-')) && out.trim() !== '',
    )
  },

  same: (known) =>
    everyRead(known, (words, plain) => [
      async (again) => {
        const other = await known.session.run({ words, again: 10 + again })
        const before = new Set(linesOf(plain))
        const odd = linesOf(other).find((line) => !before.has(line))
        if (odd === undefined || other.exitCode !== 0) return undefined
        return { run: other, says: `The second answer has another line, \`${odd.slice(0, 60)}\`` }
      },
    ]),

  help_stream: ({ help, facts, ...known }) =>
    !facts.isHelp || help.exitCode !== 0
      ? []
      : [
          attempt(
            known,
            { words: ['--help'] },
            ({ out, err }) => out.trim() === '' && err !== '' && 'Help is on stderr',
          ),
        ],

  version: (known) => [
    attempt(
      known,
      { words: ['--version'] },
      ({ exitCode, out }) => (exitCode !== 0 || !/\d/.test(out)) && 'It told no version on stdout',
    ),
  ],

  error_stream: (known) =>
    refusals(known).map((call) =>
      attempt(
        known,
        call,
        ({ exitCode, out, err }) =>
          exitCode !== 0 && out.trim() !== '' && err.trim() === '' && 'The message is on stdout',
      ),
    ),

  quiet_pipe: (known) =>
    everyRead(known, (words, { err }) => [
      attempt(
        known,
        { words, reader: 'gone' },
        (run) =>
          err === '' &&
          run.err !== '' &&
          brokenPipe(run) === undefined &&
          'It prints a message when nobody reads',
      ),
    ]),

  slow_help: (known) => [
    attempt(
      known,
      { words: ['--help'], again: 20 },
      ({ durationMs, stopped }) =>
        stopped === null && durationMs > 1000 && `Help took ${(durationMs / 1000).toFixed(1)} s`,
    ),
  ],
}

type Problem = string | false | undefined

function attempt(
  { session }: Pick<Known, 'session'>,
  call: Call,
  problemOf: (run: Run) => Problem,
): Attempt {
  return async (again) => {
    const run = await session.run(atTime(call, again))
    const says = problemOf(run)
    return says ? { run, says } : undefined
  }
}

function atTime(call: Call, again: number): Call {
  return again === 0 ? call : { ...call, again: (call.again ?? 0) + again }
}

/** The calls to look at; none is a reason to ask for one. */
function all<T>(items: readonly T[], needs: string): readonly T[] {
  if (items.length === 0) throw new Missing(needs)
  return items
}

/** Says what it takes to judge a rule. */
export class Missing extends Error {}

function everyRead(
  known: Known,
  attempts: (words: readonly string[], plain: Run) => readonly Attempt[],
  fits: (plain: Run, words: readonly string[]) => boolean = () => true,
): readonly Attempt[] {
  return all(known.reads, NEEDS.read).flatMap((words) => {
    const looks: Attempt = async (again) => {
      const plain = await known.session.run({ words })
      if (!fits(plain, words)) return undefined
      for (const each of attempts(words, plain)) {
        const sight = await each(again)
        if (sight) return sight
      }
      return undefined
    }
    return [looks]
  })
}

const placesOf = ({ session }: Known): readonly Bare[] =>
  BARE.filter((each) => each !== 'name' || session.hasCopy)

const BARE_WORDS: Readonly<Record<Bare, string>> = {
  home: 'with a home that cannot be written',
  locale: 'with LANG=C',
  terminal: 'without TERM and USER, with COLUMNS=20',
  name: "in a folder with an odd name (`odd näme 'x'`)",
}

function whileHeld(known: Known, problemOf: (run: Run) => Problem): Asked {
  if (known.holds.length + known.reads.length === 0) return { needs: NEEDS.holds }
  return [
    async (again) => {
      for (const call of heldCalls(known)) {
        if (
          call.reader === 'held' &&
          (await known.session.run({ words: call.words })).stdout.total < 150_000
        )
          continue
        const run = await known.session.run(atTime(call, again))
        if (run.term === null) continue
        const says = problemOf(run)
        return says ? { run, says } : undefined
      }
      throw new Missing(NEEDS.holds)
    },
  ]
}
