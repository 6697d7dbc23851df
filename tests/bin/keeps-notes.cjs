// A small tool in spec-1.6, without any framework and without a profile: its manifest is all that a check knows. The
// first word names its fault; with `none` it behaves. Its targets are real, so that what is made up is not found.
const { randomBytes } = process.getBuiltinModule('node:crypto')
const { writeFileSync } = process.getBuiltinModule('node:fs')
const { tmpdir } = process.getBuiltinModule('node:os')

process.stdout.on('error', () => process.exit(0))
const [fault, ...argv] = process.argv.slice(2)
const has = (name) => fault === name
const NOTES = ['Milk', 'Bread', 'Käse', '日本', 'Tea'].map((title, at) => ({
  id: `n-${at + 1}`,
  title,
  tag: at % 2 === 0 ? 'home' : 'work',
}))

function print(exit, data, error = null, meta = {}) {
  const document = { ok: exit === 0, data, error, warnings: [], meta: { duration_ms: 1, ...meta } }
  process.stdout.write(`${JSON.stringify(document)}\n`)
  process.exitCode = exit
}
function fail(exit, code, message, more = {}) {
  print(exit, null, { code, message, retryable: false, phase: 'execution', ...more })
}
const refuse = (code, message) =>
  fail(2, code, message, { phase: 'validation', fix_required: 'Correct the call.' })
const notFound = (id) => {
  const part = has('code_varies') ? `_${parseInt(randomBytes(3).toString('hex'), 16)}7` : ''
  return fail(5, `NOT_FOUND${part}`, `There is no note ${id}.`)
}

const flag = (type, more = {}) => ({ type, required: false, description: 'A flag', ...more })
const exits = Object.fromEntries(
  [
    [0, 'SUCCESS', 'complete'],
    [1, 'GENERAL_ERROR', 'partial'],
    [2, 'ARG_ERROR', 'none'],
    [5, 'NOT_FOUND', 'none'],
  ].map(([number, name, effects]) => [
    number,
    { name, description: name, retryable: false, side_effects: effects },
  ]),
)
const command = (danger, flags, examples = []) => ({
  description: 'Does it',
  danger_level: danger,
  flags: { format: flag('enum', { enum_values: ['json', 'plain'] }), ...flags },
  exit_codes: exits,
  ...(examples.length > 0 && {
    examples: examples.map((each) => ({ description: each, command: each })),
  }),
})
const id = flag('string', { required: true })
const COMMANDS = {
  list: command(
    'safe',
    {
      limit: flag('integer'),
      cursor: flag('string'),
      tag: flag('enum', { enum_values: ['home', 'work'] }),
    },
    ['notes list'],
  ),
  show: command('safe', { id }, ['notes show --id n-1']),
  remove: command('destructive', { id, 'dry-run': flag('boolean'), yes: flag('boolean') }),
  manifest: command('safe', {}),
}
const HELP = `Usage: notes <command>\n\nCommands:\n${Object.keys(COMMANDS)
  .map((name) => `  ${name}  Does it\n`)
  .join('')}`

/** Reads the flags of a command; undefined after a refusal. */
function read(known, words) {
  const given = {}
  for (let at = 0; at < words.length; at += 1) {
    const [word, joined] = words[at].split(/=(.*)/s)
    if (joined !== undefined && has('equals_ignored')) continue
    let name = word.slice(2)
    if (has('flags_abbreviated'))
      name = Object.keys(known).find((each) => each.startsWith(name)) ?? name
    const entry = known[name]
    if (!word.startsWith('--')) return refuse('UNEXPECTED_ARGUMENT', `${word} is too much.`)
    if (entry === undefined) return refuse('UNKNOWN_FLAG', `There is no flag ${word}.`)
    const value = entry.type === 'boolean' ? true : (joined ?? words[(at += 1)])
    if (value === undefined) return refuse('MISSING_VALUE', `${word} needs a value.`)
    const isOpen = has('choice_unchecked') && name === 'tag'
    const isNone = entry.enum_values && !entry.enum_values.includes(value) && !isOpen
    if (isNone || (entry.type === 'integer' && !/^[1-9]\d*$/.test(value)))
      return refuse('INVALID_VALUE', `${word}: ${value} is not allowed.`)
    if (given[name] !== undefined && given[name] !== value)
      return refuse('INVALID_VALUE', `${word} is given twice.`)
    given[name] = value
  }
  const missing = Object.keys(known).find(
    (name) => known[name].required && given[name] === undefined,
  )
  return missing === undefined ? given : refuse('MISSING_FLAG', `--${missing} is missing.`)
}

function list({ limit = '4', cursor = '0', tag, format }) {
  if (has('litter')) writeFileSync(`${tmpdir()}/notes-${randomBytes(4).toString('hex')}`, '')
  const rows = NOTES.filter((note) => tag === undefined || note.tag === tag)
  const from = Number(cursor)
  const next = from + (has('limit_ignored') ? 4 : Number(limit))
  const page = rows.slice(from, next)
  if (format === 'plain') return process.stdout.write(page.map((note) => `${note.id}\n`).join(''))
  const hasMore = next < rows.length
  const pagination = {
    total: has('total_of_the_page') ? page.length : rows.length,
    returned: has('returned_is_all') ? rows.length : page.length,
    has_more: hasMore,
    truncated: hasMore,
    next_cursor: hasMore ? String(next) : null,
  }
  return print(0, page, null, { pagination, ...(hasMore && { cursor: String(next) }) })
}

const [name, ...rest] = argv
const words = argv.includes('--help') ? ['--help'] : argv
if (words[0] === '--version') process.stdout.write('notes 1.2.3\n')
else if (name === undefined || words[0] === '--help') process.stderr.write(HELP)
else {
  const at = argv.findIndex((word) => Object.hasOwn(COMMANDS, word))
  const found = COMMANDS[argv[at]]
  if (found === undefined) refuse('UNKNOWN_COMMAND', `There is no command ${name}.`)
  else {
    const given = read(found.flags, at === 0 ? rest : argv.toSpliced(at, 1))
    if (given !== undefined) answer(argv[at], given)
  }
}

function answer(called, given) {
  if (called === 'list') return list(given)
  if (called === 'manifest')
    return print(0, {
      schema_version: '1.0',
      framework_version: '1.2.3',
      etag: 'sha256:1',
      commands: COMMANDS,
    })
  const note = NOTES.find((each) => each.id === given.id)
  if (note === undefined) return notFound(given.id)
  if (called === 'show')
    return given.format === 'plain' ? process.stdout.write(`${note.id}\n`) : print(0, note, null)
  if (given['dry-run'])
    return print(0, { effect: 'would_delete', would_affect: [note.id] }, null, { dry_run: true })
  return given.yes
    ? print(0, { effect: 'deleted' }, null)
    : refuse('CONFIRMATION_REQUIRED', 'Add --yes.')
}
