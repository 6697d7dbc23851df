import { access, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { defineCli, s, serve } from 'surety'

import { root, toolPath } from '../build/targets.mjs'
import { STEPS } from './steps.mjs'

const stop = s.object({
  title: s.string(),
  shows: s.string(),
  command: s.string(),
  exit_code: s.integer(),
  stdout: s.unknown(),
  stderr: s.unknown(),
  duration_ms: s.number(),
})

/** Runs the example tools as real processes and shows their answers. */
const tour = defineCli({
  name: 'tour',
  description: 'Runs a tour of real tools and shows their answers',
  danger: 'safe',
  exitCodes: {
    SUCCESS: 'Every stop ended as expected',
    PRECONDITION: 'The example tools are not built',
    PARTIAL_FAILURE: {
      description: 'A stop did not end as expected',
      sideEffects: 'partial',
    },
  },
  errors: { EXAMPLES_MISSING: 'PRECONDITION', STOP_FAILED: 'PARTIAL_FAILURE' },
  type: 'tour',
  output: s.object({ stops: s.array(stop), duration_ms: s.number() }),
  timeoutMs: 60_000,
  run: async (ctx) => {
    const built = join(root, 'build', 'examples')
    await access(built).catch(() =>
      ctx.fail('EXAMPLES_MISSING', 'The example tools are not built.', {
        suggestion: 'Run npm start, which builds them.',
      }),
    )
    // A folder for each tour: two at once would share what their tools keep.
    const home = await mkdtemp(join(tmpdir(), 'surety-tour-'))
    ctx.onCleanup(() => rm(home, { recursive: true, force: true }))
    await mkdir(join(home, 'state'))
    const started = performance.now()
    const stops = []
    for (const [index, step] of STEPS.entries()) {
      ctx.progress(step.title, { done: index, total: STEPS.length })
      const at = performance.now()
      const env = fill(step.env ?? {}, home)
      const argv = step.argv.map((word) => word.replaceAll('{home}', home))
      const ended = await ctx.exec(toProcess(argv), { env, allowFailure: true })
      stops.push({
        title: step.title,
        shows: step.shows,
        command: toCommandLine(argv, env),
        exit_code: ended.exitCode,
        stdout: readStream(ended.stdout),
        stderr: readStream(ended.stderr),
        duration_ms: Math.round(performance.now() - at),
      })
    }
    const wrong = stops.filter(({ exit_code }, index) => exit_code !== (STEPS[index]?.exit ?? 0))
    if (wrong.length > 0) {
      ctx.fail('STOP_FAILED', `${wrong.length} of ${stops.length} stops did not end as expected.`, {
        details: { stops: wrong },
      })
    }
    return { stops, duration_ms: Math.round(performance.now() - started) }
  },
  text: ({ stops, duration_ms }, screen) =>
    [
      '',
      `  ${screen.paint.bold('surety')}  ${screen.paint.dim('one outcome, many envelopes')}`,
      '',
      ...stops.flatMap((one, index) => drawStop(one, index + 1, screen)),
      `  ${screen.paint.dim(`${stops.length} stops, real processes, ${(duration_ms / 1000).toFixed(1)} s.`)}`,
      `  ${screen.paint.dim('Repeat any of them, then write your own:')} docs/framework/getting-started.md`,
      '',
    ].join('\n'),
})

const EXAMPLES = new Set(['td', 'claw', 'animus', 'pay', 'flaky'])

/** Resolves the tool of a step to a program: a built example, or `surety` itself. */
function toProcess(argv) {
  const words = argv.map((word) => (EXAMPLES.has(word) ? join(root, toolPath(word)) : word))
  if (words[0] !== 'surety') return [process.execPath, ...words]
  return [process.execPath, join(root, 'dist', 'cli', 'main.js'), ...words.slice(1)]
}

/** Gives the line to type, with paths relative to the current folder. */
function toCommandLine(argv, env) {
  const here = (...parts) => {
    const path = relative(process.cwd(), join(root, ...parts))
    return path.startsWith('..') ? join(root, ...parts) : path
  }
  const words = argv.map((word) => (EXAMPLES.has(word) ? here(toolPath(word)) : word))
  const line =
    words[0] === 'surety' ? ['node', here('dist', 'cli', 'main.js'), ...words.slice(1)] : words
  const set = Object.entries(env).map(([name, value]) => `${name}=${quoteWords([value])}`)
  return [...set, quoteWords(line)].join(' ')
}

function fill(env, home) {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.replaceAll('{home}', home)]),
  )
}

function drawStop(one, number, screen) {
  const { paint } = screen
  const exit = one.exit_code === 0 ? paint.green('exit 0') : paint.magenta(`exit ${one.exit_code}`)
  return [
    `  ${paint.cyan(String(number).padStart(2))}  ${paint.bold(one.title)}`,
    `      ${paint.dim('$')} ${one.command}`,
    '',
    ...drawAnswer(one, STEPS[number - 1]?.look ?? [], screen),
    `        ${exit}  ${paint.dim(one.shows)}`,
    '',
  ]
}

/** Draws the selected members of an answer, names aligned. */
function drawAnswer({ stdout, stderr }, look, screen) {
  const { paint, columns } = screen
  const rows = look.flatMap((path) => {
    const value = memberAt(stdout, path) ?? memberAt(stderr, path)
    return value === undefined ? [] : [[path, JSON.stringify(value)]]
  })
  if (typeof stderr === 'string' && stderr !== '')
    rows.push(['stderr', stderr.split('\n')[0] ?? ''])
  const width = Math.max(...rows.map(([path]) => path.length))
  const room = columns === 0 ? Infinity : Math.max(20, columns - width - 11)
  return rows.map(([path, text]) => {
    const cut = text.length > room ? `${text.slice(0, room - 1)}…` : text
    return `        ${paint.cyan(path.padEnd(width))}  ${cut}`
  })
}

/** Parses a stream as one JSON document, or returns it as text. */
function readStream(text) {
  const trimmed = text.trim()
  try {
    return JSON.parse(trimmed)
  } catch {
    return trimmed
  }
}

/** Finds the member at a dotted path. */
function memberAt(answer, path) {
  return path.split('.').reduce((value, word) => value?.[word], answer)
}

/** Writes words as a shell reads them. */
function quoteWords(words) {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}

await serve(tour)
