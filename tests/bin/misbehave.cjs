// A small CLI in spec-1.6 without any framework. The first word names its fault, which is the id of the
// conformance check that must find it; with `none` it behaves. Each fault shows in as few calls as possible, so
// that it breaks its own promise alone. Several faults, separated by commas, save processes in tests.
// CommonJS and no import: of hundreds of starts, each takes a fifth less time.
const { mkdirSync, readdirSync, rmSync, writeFileSync, existsSync, writeSync } =
  process.getBuiltinModule('node:fs')
const path = process.getBuiltinModule('node:path')
const join = (...parts) => path.join(...parts)
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const started = Date.now()
const [given = 'none', ...argv] = process.argv.slice(2)
const faults = new Set(given.split(','))
const has = (name) => faults.has(name)
/** Tests for a fault that shows in one call only. */
const hasIn = (name, ...words) => has(name) && words.every((word, index) => argv[index] === word)
const state = process.env.MISBEHAVE_STATE

const ITEMS = [
  { id: 'v-1', zone: 'zone-a', size: 10 },
  { id: 'v-2', zone: 'zone-a', size: 20 },
  { id: 'v-3', zone: 'zone-a', size: 30 },
  { id: 'v-4', zone: 'zone-b', size: 40 },
]
const { COMMANDS, entry, flag } = require('./misbehave-commands.cjs')

function emit(exit, data, error, meta = {}) {
  const document = {
    ok: hasIn('ok_matches_exit', 'get', 'v-9') ? true : exit === 0,
    data,
    error,
    warnings: [],
    meta: { duration_ms: Date.now() - started, ...meta },
  }
  const isShown = argv[0] === 'get' && argv[1] === 'v-1'
  if (has('both_keys') && isShown) delete document.error
  if (has('json_envelope') && isShown) document.meta.duration_ms = 'fast'
  if (has('clean_text') && isShown) process.stdout.write('\uFEFF')
  if (has('single_document') && isShown) process.stdout.write('Connecting ...\n')
  let text = `${JSON.stringify(document)}\n`
  if (has('stdout_no_ansi') && isShown && !process.env.NO_COLOR)
    text = JSON.stringify(document) + ' \u001b[0m\n'
  if (has('no_color_honored') && process.env.NO_COLOR)
    process.stderr.write('\u001b[31mwarn\u001b[0m\n')
  if (has('large_output') && text.length > 65_536) text = text.slice(0, 65_536)
  const isMisplaced = hasIn('stream_discipline', 'get', 'v-9')
  const stream = isMisplaced ? process.stderr : process.stdout
  stream.write(text)
  process.exitCode = exit
}

const fail = (exit, code, message, more = {}, data = null) =>
  emit(exit, data, { code, message, retryable: has('retry_hints') && exit === 2, ...more })

function refuse(code, word, message) {
  const named = has('error_names_input') ? 'That is wrong.' : `${message}: ${word}.`
  const exit = { UNKNOWN_COMMAND: 'unknown_command', UNKNOWN_FLAG: 'unknown_flag' }[code]
  const isWrong =
    exit === undefined ? has('invalid_input_exit_2') && code === 'INVALID_VALUE' : has(exit)
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
if (!hasIn('sigint', 'wait')) process.on('SIGINT', () => onSignal(130))
if (!hasIn('sigterm', 'wait')) process.on('SIGTERM', () => onSignal(143))

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
  if (has('help_weight')) return `${text}${'It does many things.\n'.repeat(900)}`
  return has('help_answers') ? `\u001b[1m${text}\u001b[0m` : text
}

function volumes() {
  const gone = state !== undefined && existsSync(join(state, 'removed'))
  const items = ITEMS.filter(({ id }) => !gone || id !== 'v-1')
  return argv[0] === 'get' ? items.map(spoil) : items
}

/** Makes the data depend on what they must not depend on. */
function spoil(item) {
  const changed = { ...item }
  // Only where it is looked for, so that no other folder is littered.
  if (has('reads_write_nothing') && process.cwd().includes('surety-check-'))
    writeFileSync('seen.log', item.id)
  if (has('reads_change_nothing') && process.env.HOME?.includes('surety-watch-'))
    writeFileSync(join(process.env.HOME, '.seen'), item.id)
  if (has('data_matches_schema')) changed.size = String(item.size)
  if (has('deterministic_data')) changed.at = process.hrtime.bigint().toString()
  if (has('locale_independent'))
    changed.price = (process.env.LC_ALL ?? '').startsWith('tr') ? '1,5' : '1.5'
  if (has('timezone_independent')) changed.hour = new Date(0).getHours()
  if (has('width_ignored')) changed.name = 'Volume'.slice(0, process.env.COLUMNS ? 3 : 9)
  if (has('colour_in_value')) changed.name = '\u001b[31mv-1\u001b[0m'
  if (has('secrets_not_echoed')) changed.token = process.env.API_TOKEN ?? null
  return changed
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
    await wait(300)
  }
  const count = has('stream_contract') ? 99 : items.length
  process.stdout.write(`${JSON.stringify({ _summary: true, _count: count })}\n`)
}

function manifest(flags) {
  const commands = { ...COMMANDS }
  if (has('manifest_commands_answer')) commands.gone = entry('Is not there', 'safe', {})
  if (has('manifest_flags_exist'))
    commands.get = {
      ...COMMANDS.get,
      flags: { ...COMMANDS.get.flags, colour: flag('boolean', 'Colour') },
    }
  if (has('manifest_valid')) commands.big = { ...commands.big, danger_level: 'harmless' }
  if (has('exit_code_contract'))
    commands.get = {
      ...commands.get,
      exit_codes: { ...commands.get.exit_codes, 70: commands.get.exit_codes[1] },
    }
  if (has('exit_code_declared'))
    commands.get = { ...commands.get, exit_codes: { 0: commands.get.exit_codes[0] } }
  for (const [name, command] of Object.entries(commands)) {
    const { required_scopes: _scopes, ...rest } = command
    commands[name] = rest
  }
  const etag = 'sha256:1'
  const version = has('manifest_stable') ? String(process.hrtime.bigint()) : '1.0.0'
  if (flags.etag === etag && !has('etag')) return emit(0, null, null, { not_modified: true, etag })
  return emit(0, { schema_version: '1.0', framework_version: version, etag, commands }, null)
}

async function list(words, flags) {
  const zone = words[1]
  // One row less than there are.
  const own = hasIn('list_says_it_stopped', 'list') ? 3 : 99
  const limit = flags.limit === undefined ? own : Number(flags.limit)
  if (!Number.isInteger(limit) || limit < 1)
    return refuse('INVALID_VALUE', '--limit', 'Not a number')
  const all = volumes().filter((item) => zone === undefined || item.zone === zone)
  if (flags.stream) return stream([...all, ...all])
  const from = Number(flags.cursor ?? 0)
  const next = from + limit
  if (has('concurrent_calls')) await lockOrFail()
  const meta = {
    ...(next < all.length &&
      flags.limit !== undefined && {
        cursor: String(has('pagination_walk') ? Math.min(next, 1) : next),
      }),
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
  const until = Date.now() + 1000
  let others = 0
  while (others < 4 && Date.now() < until) {
    await wait(50)
    others = Math.max(others, readdirSync(folder).length)
  }
  // So that the others see it as well.
  if (others >= 4) await wait(200)
  rmSync(own)
  if (others < 4) return
  fail(1, 'BUSY', 'Another call holds the lock.')
  process.exit()
}

/**
 * Takes as long as so many starts of Node.js, which is slow on every machine and under every load. Every fifth is one;
 * they are spread over the time, because a busy machine is not equally busy all the time.
 */
async function startBare(times) {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  for (let count = 0; count < times; count += 5) {
    const started = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    await wait(4 * (performance.now() - started))
  }
}

async function main() {
  const { words, flags, error } = parse()
  if (flags.version)
    return void process.stdout.write(has('version_answers') ? 'misbehave\n' : 'misbehave 1.2.3\n')
  if (error) {
    if (has('validation_in_time') && error[0] === 'UNKNOWN_FLAG') {
      await startBare(12)
      await wait(3200)
    }
    return refuse(...error)
  }
  const [command] = words
  const isKnown = command === undefined || Object.hasOwn(COMMANDS, command)
  if (!isKnown) return refuse('UNKNOWN_COMMAND', command, 'There is no such command')
  if (flags.help && has('cold_start')) await startBare(40)
  if (flags.help && !(has('help_ignores_the_rest') && command === 'list')) {
    const out = has('help_off_stdout') ? process.stdout : process.stderr
    return void out.write(helpText())
  }
  if (command === undefined) return void process.stderr.write(helpText())
  if (hasIn('no_hang_stdin_closed', 'get', 'v-9')) await wait(60_000)
  if (hasIn('no_hang_stdin_open', 'get', 'v-1')) {
    for await (const chunk of process.stdin) void chunk
  }
  if (has('no_descendants_left') && command === 'get') {
    const script = 'setTimeout(() => {}, 20000)'
    const { spawn } = process.getBuiltinModule('node:child_process')
    spawn(process.execPath, ['-e', script], { detached: true, stdio: 'ignore' }).unref()
  }
  if (hasIn('exit_code_contract', 'get', 'v-9')) return fail(70, 'ODD', 'It is odd.')
  const commands = {
    manifest: () => manifest(flags),
    schema: () => emit(0, { types: ['volume_list'] }, null),
    list: () => (has('list_fails') ? fail(1, 'NO_LIST', 'It fails.') : list(words, flags)),
    get: () => {
      if (words[1] === undefined) return refuse('MISSING_ARGUMENT', '<id>', 'It is missing')
      if (has('every_command_answers') && words[1].startsWith('surety')) throw new TypeError('No.')
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
      if (words[1] === undefined && !has('required_arguments'))
        return refuse('MISSING_ARGUMENT', '<id>', 'It is missing')
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

/** Gives up on a reader that does not take everything within a second or so. */
function slowly(rows) {
  const meta = { duration_ms: 1 }
  const envelope = { ok: true, data: rows, error: null, warnings: [], meta }
  let rest = Buffer.from(`${JSON.stringify(envelope)}\n`)
  const begun = Date.now()
  while (rest.length > 0 && Date.now() - begun < 1450) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if (error.code !== 'EAGAIN') return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

void main()
