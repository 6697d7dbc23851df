import { execFile } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { defineCli, s, serve } from 'surety'

import { root, toolPath } from '../build/targets.mjs'
import { buildScenes, hasGit } from './scenes.mjs'
import { NEXT, STEPS as ALL } from './steps.mjs'

const STEPS = hasGit() ? ALL : ALL.filter(({ needs }) => needs !== 'git')

const stop = s.object({
  title: s.string(),
  trouble: s.string(),
  shows: s.string(),
  command: s.string(),
  exit_code: s.integer(),
  stdout: s.unknown(),
  stderr: s.unknown(),
  duration_ms: s.number(),
})

/** Runs a program to its end, whatever its exit is. */
const start = ([program, ...words], options) =>
  new Promise((resolve, reject) => {
    const child = execFile(program, words, options, (error, stdout, stderr) =>
      child.exitCode === null
        ? reject(error)
        : resolve({ exitCode: child.exitCode, stdout, stderr }),
    )
    child.stdin.end()
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
    buildScenes(home)
    const started = performance.now()
    const stops = []
    for (const [index, step] of STEPS.entries()) {
      ctx.progress(step.title, { done: index, total: STEPS.length })
      const at = performance.now()
      const env = fill(step.env ?? {}, home)
      const argv = step.argv.map((word) => word.replaceAll('{home}', home))
      const cwd = step.cwd === undefined ? process.cwd() : join(home, step.cwd)
      const ended = await start(toProcess(argv), {
        env: { ...process.env, ...env },
        cwd,
        signal: ctx.signal,
      })
      stops.push({
        title: step.title,
        trouble: step.trouble,
        shows: step.shows,
        command: quoteWords(
          argv.map((word) => word.replaceAll(`${home}/`, '').replaceAll(home, '.')),
        ),
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
  text: ({ stops, duration_ms }, screen) => {
    const { paint } = screen
    const seconds = (duration_ms / 1000).toFixed(1)
    return [
      '',
      ...wrapped(
        'A command ends with 0, and it failed. surety says what really happened.',
        2,
        screen,
      ).map(paint.bold),
      '',
      ...stops.flatMap((one, index) => drawStop(one, index + 1, screen)),
      ...wrapped(`${stops.length} stops, real processes, ${seconds} s. Now with yours:`, 2, screen),
      '',
      ...NEXT.flatMap(([command, why]) => [
        ...wrapped(command, 4, screen).map(paint.cyan),
        ...wrapped(why, 8, screen).map(paint.dim),
      ]),
      '',
      ...wrapped(
        'In this folder type npm start -- for surety, elsewhere npx surety.',
        2,
        screen,
      ).map(paint.dim),
      '',
    ].join('\n')
  },
})

const EXAMPLES = new Set(['td', 'claw', 'animus', 'pay', 'flaky'])

/** Resolves the tool of a step to a program: a built example, or `surety` itself. */
function toProcess(argv) {
  const words = argv.map((word) => (EXAMPLES.has(word) ? join(root, toolPath(word)) : word))
  if (words[0] !== 'surety') return [process.execPath, ...words]
  return [
    process.execPath,
    join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs'),
    ...words.slice(1),
  ]
}

function fill(env, home) {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.replaceAll('{home}', home).replaceAll('{PATH}', process.env.PATH ?? ''),
    ]),
  )
}

function drawStop(one, number, screen) {
  const { paint } = screen
  const exit = one.exit_code === 0 ? paint.green('exit 0') : paint.magenta(`exit ${one.exit_code}`)
  // A break inside a quoted word would read as part of it.
  const words = one.command.match(/(?:'[^']*'|[^ '])+/g) ?? []
  const [first = '', ...more] = filled(words, 9, screen)
  return [
    `  ${paint.cyan(`${number}`)}  ${paint.bold(one.title)}`,
    ...wrapped(one.trouble, 5, screen).map(paint.dim),
    '',
    `     ${paint.dim('$')} ${paint.bold(first.trimStart())}`,
    ...more.map(paint.bold),
    ...drawAnswer(one, STEPS[number - 1]?.look ?? [], screen),
    `       ${exit}`,
    '',
    ...wrapped(one.shows, 5, screen),
    '',
  ]
}

/** Draws the selected members of an answer, names aligned; of text the last lines of both streams. */
function drawAnswer({ stdout, stderr }, look, screen) {
  const { paint } = screen
  const rows = look.flatMap((path) => {
    const value = memberAt(stdout, path) ?? memberAt(stderr, path)
    return value === undefined ? [] : [[path, JSON.stringify(value)]]
  })
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  const said = [stdout, stderr].map((text) => (typeof text === 'object' ? '' : String(text)))
  return [
    ...rows.flatMap(([name, text]) => {
      const [first = '', ...rest] = wrapped(text, width + 9, screen)
      return [`       ${paint.cyan(name.padEnd(width))}  ${first.trimStart()}`, ...rest]
    }),
    ...said.flatMap((text, stream) =>
      (text === '' ? [] : text.split('\n').slice(-2)).flatMap((line) =>
        wrapped(line, 7, screen).map(stream === 0 ? paint.dim : paint.yellow),
      ),
    ),
  ]
}

/** Breaks a text between words into indented lines that fit the screen. */
function wrapped(text, indent, screen) {
  return filled(text.split(' '), indent, screen)
}

function filled(words, indent, { columns }) {
  const room = columns === 0 ? Infinity : Math.max(20, columns - indent - 1)
  const lines = ['']
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`)
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
