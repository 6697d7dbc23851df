// A small CLI in spec-1.6 without any framework. The first word names its one fault, which is the id of the
// conformance check that must find it; with `none` it behaves.
import { execPath } from 'node:process'
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync, existsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const started = Date.now()
const [fault = 'none', ...argv] = process.argv.slice(2)
const has = (name) => fault === name
const state = process.env.MISBEHAVE_STATE

const ITEMS = [
  { id: 'v-1', zone: 'zone-a', size: 10 },
  { id: 'v-2', zone: 'zone-a', size: 20 },
  { id: 'v-3', zone: 'zone-b', size: 30 },
]
const EXITS = {
  0: ['SUCCESS', 'It is done', false, 'complete'],
  1: ['GENERAL_ERROR', 'It failed for another reason', false, 'partial'],
  2: ['ARG_ERROR', 'The input was refused', false, 'none'],
  5: ['NOT_FOUND', 'There is no such volume', false, 'none'],
  8: ['AUTH_REQUIRED', 'Nobody is logged in', false, 'none'],
  10: ['TIMEOUT', 'The time limit passed', false, 'partial'],
  13: ['REDIRECTED', 'The command has another name', false, 'none'],
  130: ['INTERRUPTED', 'SIGINT ended it', false, 'partial'],
  143: ['TERMINATED', 'SIGTERM ended it', false, 'partial'],
}
const flag = (type, description) => ({ type, required: false, description })
const GLOBAL = {
  format: { ...flag('enum', 'Format'), enum_values: ['json', 'plain'] },
  help: flag('boolean', 'Help'),
}
const entry = (description, danger, flags, examples = []) => ({
  description,
  danger_level: danger,
  required_scopes: [],
  flags: { ...flags, ...GLOBAL },
  exit_codes: Object.fromEntries(
    Object.entries(EXITS).map(([number, [name, text, retryable, effects]]) => [
      number,
      { name, description: text, retryable, side_effects: effects },
    ]),
  ),
  examples: examples.map((command) => ({ description: 'Example', command })),
})
const COMMANDS = {
  list: entry('Lists volumes', 'safe', {
    zone: flag('string', 'Argument 1: Zone'),
    limit: flag('integer', 'Items per page'),
    cursor: flag('string', 'Next page'),
    stream: flag('boolean', 'One line per item'),
  }),
  get: entry('Shows a volume', 'safe', {
    id: { ...flag('string', 'Argument 1: Id'), required: true },
  }),
  big: entry('Prints much', 'safe', {}),
  rm: entry('Removes a volume', 'destructive', {
    id: { ...flag('string', 'Argument 1: Id'), required: true },
    'dry-run': flag('boolean', 'Preview'),
    yes: flag('boolean', 'Confirms'),
  }),
  wait: entry('Waits', 'safe', {
    ms: { ...flag('integer', 'Argument 1: Milliseconds'), required: true },
    'timeout-ms': flag('integer', 'Limit'),
  }),
  ls: entry('Old name of list', 'safe', {}),
  whoami: entry('Shows the user', 'safe', {}),
  schema: entry('Lists the types of results', 'safe', {}),
  manifest: entry('Prints the manifest', 'safe', { etag: flag('string', 'Known etag') }),
}

function emit(exit, data, error, meta = {}) {
  const document = {
    ok: has('ok_matches_exit') && error !== null ? true : exit === 0,
    data,
    error,
    warnings: [],
    meta: { duration_ms: Date.now() - started, ...meta },
  }
  if (has('both_keys') && error === null) delete document.error
  if (has('json_envelope')) document.meta.duration_ms = 'fast'
  if (has('clean_text')) process.stdout.write('\uFEFF')
  if (has('single_document')) process.stdout.write('Connecting ...\n')
  let text = `${JSON.stringify(document)}\n`
  if (has('stdout_no_ansi') && error === null) text = JSON.stringify(document) + ' \u001b[0m\n'
  if (has('no_color_honored') && process.env.NO_COLOR)
    process.stderr.write('\u001b[31mwarn\u001b[0m\n')
  if (has('large_output') && text.length > 65_536) text = text.slice(0, 65_536)
  const stream = has('stream_discipline') && error !== null ? process.stderr : process.stdout
  stream.write(text)
  process.exitCode = exit
}

const fail = (exit, code, message, more = {}, data = null) =>
  emit(exit, data, { code, message, retryable: has('retry_hints') && exit === 2, ...more })

function refuse(code, word, message) {
  const named = has('error_names_input') ? 'That is wrong.' : `${message}: ${word}.`
  const exit = { UNKNOWN_COMMAND: 'unknown_command', UNKNOWN_FLAG: 'unknown_flag' }[code]
  const isWrong = exit === undefined ? has('invalid_input_exit_2') : has(exit)
  if (has('refusal_without_effects')) writeFileSync(join(process.env.HOME, '.misbehave'), '')
  fail(isWrong ? 1 : 2, has('error_code_form') ? 'Something is wrong' : code, named, {
    phase: has('validation_phase') ? 'execution' : 'validation',
    fix_required: has('answer_weight') ? 'Read this. '.repeat(900) : 'Correct the call.',
  })
}

process.stdout.on('error', (error) => {
  if (has('broken_pipe')) process.stderr.write(`${error.stack}\n`)
  process.exit(0)
})

let onSignal = (exit) => {
  fail(exit, 'CANCELLED', 'It was interrupted.', {}, { partial: true })
  process.exit()
}
if (!has('sigint')) process.on('SIGINT', () => onSignal(130))
if (!has('sigterm')) process.on('SIGTERM', () => onSignal(143))

function parse() {
  const words = []
  const flags = {}
  const known = { limit: 1, cursor: 1, stream: 0, format: 1, etag: 1, yes: 0, help: 0, version: 0 }
  Object.assign(known, { 'dry-run': 0, 'timeout-ms': 1 })
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index]
    if (!word.startsWith('--')) {
      words.push(word)
      continue
    }
    const name = word.slice(2)
    if (known[name] === undefined) {
      if (has('unknown_flag')) continue
      return { error: ['UNKNOWN_FLAG', word, 'There is no such flag'], flags, words }
    }
    const value = known[name] === 1 ? argv[(index += 1)] : true
    if (flags[name] !== undefined && flags[name] !== value)
      return { error: ['INVALID_VALUE', word, 'The flag is given twice'], flags, words }
    const isWrong =
      (name === 'format' && !['json', 'plain'].includes(value)) ||
      (['limit', 'timeout-ms'].includes(name) && !/^\d+$/.test(value ?? ''))
    if (isWrong) return { error: ['INVALID_VALUE', word, 'The value is wrong'], flags, words }
    // A flag before the command is lost.
    if (has('argument_order') && words.length === 0 && name === 'format') continue
    flags[name] = value
  }
  return { flags, words }
}

const helpText = () => {
  if (has('help_weight')) return 'Usage: misbehave does many things.\n'.repeat(600)
  const names = Object.keys(COMMANDS).filter((name) => name !== 'gone')
  const flags = [
    'zone',
    'limit',
    'cursor',
    'stream',
    'format',
    'etag',
    'yes',
    'dry-run',
    'timeout-ms',
    'id',
  ]
  const text = `Usage: misbehave <command>\nCommands: ${names.join(', ')}\nFlags: --${flags.join(' --')}  --help --version\n`
  return has('help_answers') ? `\u001b[1m${text}\u001b[0m` : text
}

function volumes() {
  const gone = state !== undefined && existsSync(join(state, 'removed'))
  const items = ITEMS.filter(({ id }) => !gone || id !== 'v-1')
  if (has('deterministic_data'))
    return items.map((item) => ({ ...item, at: process.hrtime.bigint().toString() }))
  if (has('locale_independent'))
    return items.map((item) => ({
      ...item,
      price: (process.env.LC_ALL ?? '').startsWith('tr') ? '1,5' : '1.5',
    }))
  if (has('timezone_independent'))
    return items.map((item) => ({ ...item, at: new Date(0).getHours() }))
  if (has('width_ignored'))
    return items.map((item) => ({ ...item, id: item.id.slice(0, process.env.COLUMNS ? 2 : 9) }))
  if (has('secrets_not_echoed'))
    return items.map((item) => ({ ...item, token: process.env.API_TOKEN ?? null }))
  return items
}

async function stream(items) {
  const numbered = items.map((item, index) => ({ _seq: index + 1, ...item }))
  let written = 0
  onSignal = (exit) => {
    const error = {
      code: has('stream_sigint') ? 'STOPPED' : 'CANCELLED',
      message: 'It was interrupted.',
      retryable: false,
    }
    emit(exit, { partial: true }, error, { items_emitted: written })
    process.exit()
  }
  for (const item of numbered) {
    process.stdout.write(`${JSON.stringify(item)}\n`)
    written += 1
    await wait(process.env.MISBEHAVE_FAST ? 1 : 300)
  }
  const count = has('stream_contract') ? 99 : items.length
  process.stdout.write(`${JSON.stringify({ _summary: true, _count: count })}\n`)
}

function manifest(flags) {
  const commands = { ...COMMANDS }
  if (has('manifest_commands_answer')) commands.gone = entry('Is not there', 'safe', {})
  if (has('manifest_flags_exist'))
    commands.get = entry('Shows a volume', 'safe', {
      ...COMMANDS.get.flags,
      colour: flag('boolean', 'Colour'),
    })
  if (has('manifest_valid')) commands.get = { ...commands.get, danger_level: 'harmless' }
  if (has('exit_code_declared'))
    commands.get = { ...commands.get, exit_codes: { 0: commands.get.exit_codes[0] } }
  for (const [name, command] of Object.entries(commands)) {
    const { required_scopes: _scopes, ...rest } = command
    commands[name] = rest
  }
  const etag = has('manifest_stable') ? String(process.hrtime.bigint()) : 'sha256:1'
  if (flags.etag === 'sha256:1' && !has('etag'))
    return emit(0, null, null, { not_modified: true, etag })
  return emit(0, { schema_version: '1.0', framework_version: '1.0.0', etag, commands }, null)
}

async function list(words, flags) {
  const zone = words[1]
  const limit = flags.limit === undefined ? 99 : Number(flags.limit)
  if (!Number.isInteger(limit) || limit < 1)
    return refuse('INVALID_VALUE', '--limit', 'Not a number')
  const all = volumes().filter((item) => zone === undefined || item.zone === zone)
  if (flags.stream) return stream([...all, ...all])
  const from = Number(flags.cursor ?? 0)
  const next = from + limit
  if (has('concurrent_calls')) await lockOrFail()
  const meta = {
    ...(next < all.length && { cursor: String(has('pagination_walk') ? Math.min(next, 1) : next) }),
    type: has('types_listed') ? 'secret_list' : 'volume_list',
  }
  if (flags.format === 'plain')
    return void process.stdout.write(
      all
        .slice(from, next)
        .map(({ id }) => `${id}\n`)
        .join(''),
    )
  emit(0, all.slice(from, next), null, meta)
}

async function lockOrFail() {
  const folder = join(state, 'locks')
  mkdirSync(folder, { recursive: true })
  const own = join(folder, String(process.pid))
  writeFileSync(own, '')
  await wait(500)
  const others = readdirSync(folder).length
  await wait(500)
  rmSync(own)
  if (others < 4) return
  fail(1, 'BUSY', 'Another call holds the lock.')
  process.exit()
}

async function main() {
  if (has('cold_start')) await wait(1500)
  const { words, flags, error } = parse()
  if (flags.version)
    return void process.stdout.write(has('version_answers') ? 'misbehave\n' : 'misbehave 1.2.3\n')
  if (error) {
    if (has('validation_in_time')) await wait(4000)
    return refuse(...error)
  }
  const [command] = words
  const isKnown = command === undefined || Object.hasOwn(COMMANDS, command)
  if (!isKnown) return refuse('UNKNOWN_COMMAND', command, 'There is no such command')
  if (flags.help && !(has('help_ignores_the_rest') && command === 'list')) {
    const out = has('help_off_stdout') ? process.stdout : process.stderr
    return void out.write(helpText())
  }
  if (command === undefined) return void process.stderr.write(helpText())
  if (has('no_hang_stdin_closed') && command === 'get') await wait(60_000)
  if (has('no_hang_stdin_open') && command === 'get') {
    for await (const chunk of process.stdin) void chunk
  }
  if (has('no_descendants_left') && command === 'get') {
    const script = 'setTimeout(() => {}, 20000)'
    spawn(execPath, ['-e', script], { detached: true, stdio: 'ignore' }).unref()
  }
  if (has('exit_code_contract') && command === 'get')
    return void (fail(99, 'ODD', 'It is odd.'), (process.exitCode = 70))
  const commands = {
    manifest: () => manifest(flags),
    schema: () => emit(0, { types: ['volume_list'] }, null),
    list: () => list(words, flags),
    get: () => {
      if (words[1] === undefined) return refuse('MISSING_ARGUMENT', '<id>', 'It is missing')
      const found = volumes().find(({ id }) => id.startsWith(words[1]))
      return found === undefined
        ? fail(5, 'NOT_FOUND', 'There is no such volume.')
        : emit(0, found, null)
    },
    big: () => {
      const rows = Array.from({ length: 15_000 }, (_, index) => ({
        id: `row-${index}`,
        zone: 'zone-a',
      }))
      if (has('slow_reader')) return slowly(rows)
      emit(0, rows, null)
    },
    rm: () => {
      if (flags['dry-run']) {
        if (has('preview_without_effects')) writeFileSync(join(state, 'removed'), '')
        if (has('dry_run_preview')) return fail(1, 'NO_PREVIEW', 'There is no preview.')
        return emit(0, { effect: 'would_delete', would_affect: [words[1]] }, null, {
          dry_run: true,
        })
      }
      if (!flags.yes && !has('destructive_refuses_unconfirmed'))
        return refuse('CONFIRMATION_REQUIRED', '--yes', 'It has to be confirmed')
      emit(0, { effect: 'deleted', id: words[1] }, null)
    },
    wait: async () => {
      if (!/^\d+$/.test(words[1] ?? '')) return refuse('MISSING_ARGUMENT', '<ms>', 'It is missing')
      const limit = Number(flags['timeout-ms'] ?? Infinity)
      const isLimited = limit < 5000 && !has('time_limit')
      await wait(isLimited ? limit : Number(words[1]))
      return isLimited ? fail(10, 'TIMEOUT', 'The time limit passed.') : emit(0, {}, null)
    },
    ls: () => {
      const target = has('redirects_runnable') ? 'misbehave list | head' : 'misbehave list'
      return fail(13, 'REDIRECTED', 'It is called list.', {
        redirect: { command: target, permanent: true },
      })
    },
    whoami: () =>
      fail(8, 'TOKEN_MISSING', 'Nobody is logged in.', {
        fix_required: 'Log in.',
        fix_command: has('fix_commands_runnable')
          ? 'misbehave login && misbehave list'
          : 'misbehave list',
      }),
  }
  await commands[command]()
}

/** Gives up on a reader that does not take a part at once. */
function slowly(rows) {
  const meta = { duration_ms: 1 }
  const text = `${JSON.stringify({ ok: true, data: rows, error: null, warnings: [], meta })}\n`
  for (let from = 0; from < text.length; from += 65_536) {
    const begun = Date.now()
    writeSync(1, text.slice(from, from + 65_536))
    if (Date.now() - begun > 300) return
  }
}

await main()
