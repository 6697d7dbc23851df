/** One strain on the framework: a run of tests/bin/stress.mjs, what happens to it, how it must end. */
export interface StressRow {
  readonly name: string
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Standard input stays open and silent. */
  readonly keepsStdin?: boolean
  /** Standard output is not read before the process ends. */
  readonly stallsReader?: boolean
  /** Signals to send, with milliseconds after the program said `ready`, or once it says that it is cleaning up. */
  readonly signals?: readonly (readonly [after: number | 'cleaning', signal: NodeJS.Signals])[]
  readonly exit: number
  /** The error code of the envelope; absent for a success. */
  readonly code?: string
  readonly phase?: string
  /** A text that the warnings must contain; null: there must be none. */
  readonly warns?: string | null
  readonly stderr?: string
  /** The envelope is the last of several lines. */
  readonly isStream?: boolean
  /** Milliseconds from the start that the run may take at most, on a loaded machine. */
  readonly withinMs?: number
}

const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const

/** The places where an author's code runs, and how to get there. */
const PLACES = {
  run: { argv: ['run'], phase: 'execution' },
  validate: { argv: ['validate'], phase: 'validation' },
  'an argument check': { argv: ['argument', 'x'], phase: 'validation' },
  'an output check': { argv: ['output'], phase: 'execution' },
  'a lazy load': { argv: ['load'], phase: 'validation' },
  'a preview': { argv: ['preview'], phase: 'validation' },
  beforeRun: { argv: ['fine'], env: { STRESS_BEFORE: '1' }, phase: 'validation' },
  afterRun: {
    argv: ['fine'],
    env: { STRESS_AFTER: '1' },
    phase: 'execution',
    warns: 'afterRun() did not end; the command itself had succeeded.',
  },
} as const

type Place = {
  readonly argv: readonly string[]
  readonly env?: Record<string, string>
  phase: string
  warns?: string
}
const places: readonly (readonly [string, Place])[] = Object.entries(PLACES)

const UNCUT = { STRESS_MAX_OUTPUT_BYTES: '0' }
const LONG = { STRESS_LIMIT: '20000' }
/** For programs that wait before an author's code can say so. */
const SAYS_READY = { ...LONG, STRESS_READY: '300' }
const WATCHDOG = { STRESS_WATCHDOG: '1' }
/** A loop needs a core until its limit. */
const BRIEFLY = { ...WATCHDOG, STRESS_LIMIT: '600' }
/** The thread of the watchdog hears nothing before it has started, which can take long under load. */
const INSISTENT = [150, 400, 900, 2000, 4000].map((afterMs) => [afterMs, 'SIGTERM'] as const)

/** Waits of the author's code end at the limit and by signals. */
const waits: readonly StressRow[] = [
  ...places.map(([name, { argv, env, phase, warns }]) => ({
    name: `a wait in ${name} ends at the limit`,
    argv,
    ...(env && { env }),
    exit: 10,
    code: 'TIMEOUT',
    phase,
    ...(warns !== undefined && { warns }),
  })),
  ...places.flatMap(([name, { argv, env }], at) =>
    // Each place hears two of the four signals.
    [SIGNALS[at % 4]!, SIGNALS[(at + 1) % 4]!].map(([signal, exit]) => ({
      name: `a wait in ${name} hears ${signal}`,
      argv,
      env: { ...env, ...LONG },
      signals: [[0, signal]] as const,
      exit,
      code: 'CANCELLED',
    })),
  ),
  {
    name: 'a wait in text ends at the limit, without the text',
    argv: ['text', '--format', 'plain'],
    exit: 0,
    stderr: 'did not finish in time',
    code: 'true',
  },
  {
    name: 'a wait in text hears SIGTERM and answers without the text',
    argv: ['text', '--format', 'plain'],
    env: LONG,
    signals: [[0, 'SIGTERM']],
    exit: 0,
    stderr: 'did not finish in time',
    code: 'true',
  },
  {
    name: 'an open stdin ends at the limit',
    argv: ['stdin'],
    keepsStdin: true,
    exit: 10,
    code: 'TIMEOUT',
    phase: 'validation',
  },
  {
    name: 'an open stdin hears SIGTERM',
    argv: ['stdin'],
    keepsStdin: true,
    env: SAYS_READY,
    signals: [[0, 'SIGTERM']],
    exit: 143,
    code: 'CANCELLED',
  },
  {
    name: 'a tool that loads for ever hears SIGTERM',
    argv: ['fine'],
    env: { STRESS_LAZY: '1' },
    signals: [[0, 'SIGTERM']],
    exit: 143,
    code: 'CANCELLED',
  },
  {
    name: 'a cleanup hook that waits costs a warning',
    argv: ['cleanup'],
    exit: 0,
    warns: 'Cleanup did not finish',
    withinMs: 12_000,
  },
  {
    name: 'a limit of 0 stays without a limit until a signal',
    argv: ['run'],
    env: { STRESS_LIMIT: '0' },
    signals: [[300, 'SIGTERM']],
    exit: 143,
    code: 'CANCELLED',
  },
]

/** Errors in the hooks of a tool end the run before the work, and are warnings after it. */
const faults: readonly StressRow[] = [
  {
    name: 'an error in beforeRun ends the run',
    argv: PLACES.beforeRun.argv,
    env: { ...PLACES.beforeRun.env, STRESS_THROWS: '1' },
    exit: 1,
    code: 'INTERNAL_ERROR',
    phase: PLACES.beforeRun.phase,
  },
  {
    name: 'an error in afterRun is a warning',
    argv: ['fine'],
    env: { STRESS_AFTER: '1', STRESS_THROWS: '1' },
    exit: 0,
    warns: 'afterRun() failed: thrown by the author',
  },
]

/** The process ends with its answer, even if a reader is stuck. */
const ends: readonly StressRow[] = [
  {
    name: 'rows to a stalled reader obey the limit',
    argv: ['rows', '--format', 'jsonl'],
    env: { STRESS_LIMIT: '1200' },
    stallsReader: true,
    exit: 10,
  },
  ...SIGNALS.map(([signal, exit]) => ({
    name: `rows to a stalled reader obey ${signal}`,
    argv: ['rows', '--format', 'jsonl'],
    env: SAYS_READY,
    stallsReader: true,
    signals: [[0, signal]] as const,
    exit,
  })),
  {
    name: 'an answer to a stalled reader obeys the limit',
    argv: ['large'],
    env: UNCUT,
    stallsReader: true,
    exit: 10,
  },
  {
    name: 'an answer to a stalled reader obeys SIGTERM',
    argv: ['large'],
    env: { ...LONG, ...UNCUT },
    stallsReader: true,
    signals: [[100, 'SIGTERM']],
    exit: 143,
  },
  ...(['jsonl', 'json'] as const).flatMap((format) => [
    {
      name: `a generator that never waits ends at the limit (${format})`,
      argv: ['spin', '--format', format],
      exit: 10,
      code: 'TIMEOUT',
      isStream: format === 'jsonl',
    },
    ...SIGNALS.slice(0, 2).map(([signal, exit]) => ({
      name: `a generator that never waits hears ${signal} (${format})`,
      argv: ['spin', '--format', format],
      env: LONG,
      signals: [[0, signal]] as const,
      exit,
      code: 'CANCELLED',
      isStream: format === 'jsonl',
    })),
  ]),
  {
    name: 'a filter that never waits hears SIGTERM',
    argv: ['bytes'],
    env: LONG,
    signals: [[0, 'SIGTERM']],
    exit: 143,
    stallsReader: true,
  },
]

/** Every end is one envelope with the right exit. */
const exits: readonly StressRow[] = [
  ...SIGNALS.map(([signal, exit]) => ({
    name: `${signal} ends a run and removes its temporary folder`,
    argv: ['temp'],
    env: LONG,
    signals: [[0, signal]] as const,
    exit,
    code: 'CANCELLED',
  })),
  ...SIGNALS.slice(0, 3).map(([signal, exit]) => ({
    name: `a listener of the handler that exits on ${signal} changes nothing`,
    argv: ['signal-exit'],
    env: LONG,
    signals: [[0, signal]] as const,
    exit,
    code: 'CANCELLED',
  })),
  {
    name: 'a listener from before serve() that exits changes nothing',
    argv: ['run'],
    env: { ...LONG, STRESS_EARLY_LISTENER: '1' },
    signals: [[0, 'SIGTERM']],
    exit: 143,
    code: 'CANCELLED',
  },
  {
    name: 'a listener from before serve() that throws changes nothing',
    argv: ['run'],
    env: { ...LONG, STRESS_EARLY_LISTENER: '1' },
    signals: [[0, 'SIGINT']],
    exit: 130,
    code: 'CANCELLED',
    stderr: 'thrown in a signal listener',
  },
  {
    name: 'a second SIGINT during cleanup answers at once',
    argv: ['cleanup-after-signal'],
    signals: [
      [0, 'SIGINT'],
      ['cleaning', 'SIGINT'],
    ],
    exit: 130,
    code: 'CANCELLED',
    warns: 'Cleanup',
  },
  {
    name: 'a SIGTERM, then a SIGINT during cleanup answers at once',
    argv: ['cleanup-after-signal'],
    signals: [
      [0, 'SIGTERM'],
      ['cleaning', 'SIGINT'],
    ],
    exit: 143,
    code: 'CANCELLED',
  },
  {
    name: 'two SIGTERM during cleanup give one envelope',
    argv: ['cleanup-after-signal'],
    signals: [
      [0, 'SIGTERM'],
      ['cleaning', 'SIGTERM'],
    ],
    exit: 143,
    code: 'CANCELLED',
  },
  {
    name: 'exit listeners print to stderr',
    argv: ['exit-prints'],
    exit: 0,
    stderr: 'written at exit',
  },
  { name: 'exit listeners cannot set the exit', argv: ['exit-code'], exit: 0 },
  {
    name: 'exit listeners cannot exit, and the next one still runs',
    argv: ['exit-exits'],
    exit: 0,
    stderr: 'second listener',
  },
  {
    name: 'exit listeners that throw change nothing',
    argv: ['exit-throws'],
    exit: 0,
    stderr: 'thrown at exit',
  },
  ...(['own-child'] as const).flatMap((name) => [
    {
      name: `${name}: a child that ignores SIGTERM ends at the limit`,
      argv: [name],
      exit: 10,
      code: 'TIMEOUT',
    },
    {
      name: `${name}: a child that ignores SIGTERM ends with the run`,
      argv: [name],
      env: LONG,
      signals: [[0, 'SIGTERM']] as const,
      exit: 143,
      code: 'CANCELLED',
    },
  ]),
  {
    name: 'a detached child stays',
    argv: ['daemon-child'],
    env: LONG,
    signals: [[0, 'SIGTERM']],
    exit: 143,
    code: 'CANCELLED',
  },
  {
    name: 'a rejection that floats is reported',
    argv: ['floats-at-once'],
    exit: 0,
    stderr: 'floated at once',
  },
  {
    name: 'a rejection that floats in cleanup is reported',
    argv: ['floats-in-cleanup'],
    exit: 0,
    stderr: 'floated in cleanup',
  },
  {
    name: 'a change without an effect stays a success',
    argv: ['no-effect'],
    exit: 0,
    warns: null,
  },
  {
    name: 'a change with an unknown effect stays a success',
    argv: ['odd-effect'],
    exit: 0,
    warns: null,
  },
  {
    name: 'a change that returns a list stays a success',
    argv: ['list-effect'],
    exit: 0,
    warns: null,
  },
  {
    name: 'an input error after a change is a partial failure',
    argv: ['late-input-error'],
    exit: 2,
    code: 'BAD_NAME',
    phase: 'execution',
  },
  {
    name: 'failWith ARG_ERROR after a change is a partial failure',
    argv: ['late-exit-with'],
    exit: 2,
    code: 'ARG_ERROR',
    phase: 'execution',
  },
  {
    name: 'an input error that says validation keeps its exit',
    argv: ['early-input-error'],
    exit: 3,
    code: 'BAD_NAME',
    phase: 'validation',
  },
  {
    name: 'an input error of a safe command keeps its exit',
    argv: ['safe-input-error'],
    exit: 3,
    code: 'BAD_NAME',
    phase: 'validation',
  },
  ...(['manifest', 'schema'] as const).map((name) => ({
    name: `${name} names a command that cannot load and goes on`,
    argv: [name],
    env: { STRESS_BROKEN: '1', STRESS_LIMIT: '20000' },
    exit: 0,
    warns: "'broken'",
  })),
  {
    name: 'completion names a command that cannot load and goes on',
    argv: ['__complete', '--format', 'json', '--', 'broken', ''],
    env: { STRESS_BROKEN: '1', STRESS_LIMIT: '20000' },
    exit: 0,
    warns: "'broken'",
  },
]

const MEMBERS = [
  'ok',
  'error',
  'exit',
  'data',
  'code',
  'message',
  'meta',
  'warnings',
  'failure',
  'kind',
  'retryable',
  'phase',
  'details',
  'extra',
  'suggestion',
  'next_steps',
  'cause',
  'process',
  'toJSON',
].join(',')

/** Members that a library adds to every object change no answer. */
const pollution: readonly StressRow[] = [
  {
    name: 'members of Object.prototype change no success',
    argv: ['pollute', '--members', MEMBERS],
    exit: 0,
  },
  {
    name: 'members of Object.prototype change no failure',
    argv: ['pollute-and-fail', '--members', MEMBERS],
    exit: 5,
    code: 'GONE',
  },
  {
    name: 'members of Object.prototype from before change no success',
    argv: ['fine'],
    env: { STRESS_POLLUTED: MEMBERS },
    exit: 0,
  },
  {
    name: 'members of Object.prototype from before change no failure',
    argv: ['pollute-and-fail', '--members', 'unused'],
    env: { STRESS_POLLUTED: MEMBERS },
    exit: 5,
    code: 'GONE',
  },
  {
    name: 'no member of Object.prototype alone changes an answer in memory',
    argv: ['pollute-each', '--members', MEMBERS],
    env: LONG,
    exit: 0,
    warns: null,
  },
]

/** With the watchdog, loops end in all of the places, at the limit and by a signal. */
const loops: readonly StressRow[] = [
  ...[
    ...places,
    ['a getter of the result', { argv: ['getter'], phase: 'execution' }] as const,
    ['text', { argv: ['text', '--format', 'plain'], phase: 'execution' }] as const,
    ['view', { argv: ['view', '--format', 'plain'], phase: 'execution' }] as const,
  ].flatMap(([name, { argv, env, phase }]: readonly [string, Place]) => {
    const isText = name === 'text' || name === 'view'
    return [
      {
        name: `a loop in ${name} ends at the limit`,
        argv,
        env: { ...env, ...BRIEFLY },
        exit: 10,
        ...(!isText && { phase }),
        code: 'TIMEOUT',
        withinMs: 12_000,
      },
      {
        name: `a loop in ${name} hears SIGTERM`,
        argv,
        env: { ...env, ...WATCHDOG, ...LONG },
        signals: INSISTENT,
        exit: 143,
        code: 'CANCELLED',
        withinMs: 12_000,
      },
    ]
  }),
  {
    name: 'a loop in an abort listener ends after SIGTERM',
    argv: ['abort'],
    env: { ...WATCHDOG, STRESS_LIMIT: '0' },
    signals: INSISTENT,
    exit: 143,
    code: 'CANCELLED',
    withinMs: 15_000,
  },
  {
    name: 'a loop in an abort listener ends after the limit',
    argv: ['abort'],
    env: BRIEFLY,
    exit: 10,
    code: 'TIMEOUT',
    withinMs: 15_000,
  },
  {
    name: 'a loop in a cleanup hook ends',
    argv: ['cleanup'],
    env: { ...WATCHDOG },
    signals: INSISTENT,
    exit: 143,
    code: 'CANCELLED',
    withinMs: 15_000,
  },
  {
    name: 'a loop in an exit listener ends with the answer',
    argv: ['exit-loops'],
    env: WATCHDOG,
    exit: 0,
    withinMs: 15_000,
  },
]

/** All rows, by group. */
export const STRESS = { waits, faults, ends, exits, pollution, loops } as const
