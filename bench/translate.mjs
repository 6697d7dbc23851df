// Measures `surety` moving envelopes between dialects against `jq -c` doing the same re-nesting and
// against a bare JSON.parse + JSON.stringify loop. One run, one core, whole processes from file to
// /dev/null; rates are input bytes per second of CPU time, so that a busy machine does not skew them.
//
//   npm run build && node bench/translate.mjs [megabytes]
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const self = fileURLToPath(import.meta.url)

const WORDS = [
  'deploy',
  'staging',
  'naïve',
  'release',
  'queue "a"',
  'worker',
  'billing',
  'token',
  'line\nbreak',
  'αβγ',
]
const SENTENCE =
  'The quick brown fox jumps over the lazy dog, and then it does it again because nobody stopped it. '
const CODES = ['NOT_FOUND', 'RATE_LIMITED', 'ARG_ERROR', 'TIMEOUT', 'CONFLICT', 'DEPLOY_STUCK']

function metaOf(n) {
  return {
    duration_ms: n % 977,
    request_id: `req_${((n * 2654435761) % 4294967296).toString(16)}`,
  }
}

function success(items, wide, more = () => ({})) {
  return (n) => ({
    ok: true,
    data: {
      items: Array.from({ length: items }, (_, j) => ({
        id: `task-${n}-${j}`,
        title: `Fix ${WORDS[(n + j) % 10]} in ${WORDS[(n * 7 + j) % 10]}`,
        status: j % 2 ? 'open' : 'done',
        priority: ((n + j) % 4) + 1,
        score: ((n * 31 + j * 17) % 1000) / 8,
        labels: [WORDS[n % 10], WORDS[j % 10]],
        due: j % 3 ? null : { date: '2026-11-15', string: 'tomorrow at nine' },
        done: j % 2 === 0,
        description: SENTENCE.repeat(wide ? 42 : 1),
      })),
      total: n,
      error: null,
    },
    error: null,
    warnings: [],
    meta: metaOf(n),
    ...more(n),
  })
}

function failure(n) {
  const code = CODES[(n * 7) % CODES.length]
  return {
    ok: false,
    data: null,
    error: {
      code,
      message: `The ${WORDS[n % 10]} of task ${n} is not what ${WORDS[(n * 3) % 10]} expects.`,
      detail: `worker ${n % 13}\n\tat ${WORDS[(n * 7) % 10]} (${n * 31})`,
      retryable: code === 'RATE_LIMITED',
      ...(code === 'RATE_LIMITED' && { retry_after: 30 }),
      phase: 'execution',
      suggestion: `Look at task ${n} again.`,
    },
    warnings: [],
    meta: metaOf(n),
  }
}

/** The members of the payload stand before and behind those of the envelope. */
function inPieces(n) {
  const { items, total } = success(1 + (n % 5), false)(n).data
  return { items, type: 'success', kind: 'list', total, note: `Task ${n}` }
}

/** Details with a list that is longer or shorter from line to line. */
function withDetails(n) {
  const { error, ...rest } = failure(n)
  const { items } = success(n % 4, false)(n).data
  return { ...rest, error: { ...error, details: { attempts: n % 9, items, at: { line: n } } } }
}

function ofTd(n) {
  return { ok: true, type: 'task', data: success(8, false)(n).data }
}

function ofAnimus(n) {
  return { schema: 'animus.cli.v1', ok: true, data: success(8, false)(n).data }
}

/** The same re-nesting for `jq`, by the dialect that is read. */
const PROGRAMS = {
  'spec-1.0': '{ok,type:(.meta.type // "success"),data}',
  td: '{ok,data,error:null,warnings:[],meta:{duration_ms:0,type}}',
  'animus-1': '{ok,type:"success",data}',
}

const MOVES = [
  ['spec-1.0', 'td'],
  ['spec-1.0', 'claw-1.0'],
]
const INPUTS = [
  ['small documents (about 0.4 KB)', success(1, false), MOVES],
  ['medium documents (about 2.4 KB)', success(8, false), MOVES],
  ['medium documents of td', ofTd, [['td', 'spec-1.0']]],
  ['medium documents of animus', ofAnimus, [['animus-1', 'td']]],
  ['large documents (about 60 KB)', success(200, false), MOVES],
  ['documents with long texts (about 9 KB)', success(2, true), MOVES],
  ['one failure in ten', (n) => (n % 10 === 3 ? failure(n) : success(8, false)(n)), MOVES],
  ['failures (about 0.35 KB)', failure, [['spec-1.0', 'spec-1.6']]],
  ['failures with details (about 0.9 KB)', withDetails, [['spec-1.6', 'td']]],
  ['payload in pieces (about 1.2 KB)', inPieces, [['claw-1.0', 'td']]],
]
const [, , mode, ...rest] = process.argv

if (mode === 'translate') await runTranslate(...rest)
else if (mode === 'bare') runBare(...rest)
else main(Number(mode ?? 48))

/** The product's own code path: from a file to a file. */
async function runTranslate(path, from, to) {
  const { loadDialect, translateStream } =
    await import('../packages/surety/dist/dialects/public.js')
  const options = { from: await loadDialect(from), to: await loadDialect(to) }
  const fd = openSync('/dev/null', 'w')
  const target = { write: (bytes) => writeSync(fd, bytes) >= 0 }
  const start = process.cpuUsage()
  const { lines, failed } = await translateStream(chunksOf(path), target, options)
  report(start, { lines, failed })
}

/** The platform's own limit for whoever reads and writes every document. */
function runBare(path) {
  const start = process.cpuUsage()
  const out = openSync('/dev/null', 'w')
  let left = ''
  const decoder = new TextDecoder()
  let lines = 0
  for (const chunk of chunksOf(path)) {
    const texts = (left + decoder.decode(chunk, { stream: true })).split('\n')
    left = texts.pop()
    let answer = ''
    for (const text of texts) answer += `${JSON.stringify(JSON.parse(text))}\n`
    lines += texts.length
    writeSync(out, answer)
  }
  report(start, { lines })
}

function* chunksOf(path) {
  const file = openSync(path, 'r')
  const chunk = Buffer.allocUnsafe(256 * 1024)
  for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk))
    yield chunk.subarray(0, count)
  closeSync(file)
}

function report(start, facts) {
  const { user, system } = process.cpuUsage(start)
  const rss = process.resourceUsage().maxRSS
  process.stdout.write(JSON.stringify({ ...facts, cpu: (user + system) / 1e6, rss: rss / 1024 }))
}

function main(megabytes) {
  const folder = mkdtempSync(join(tmpdir(), 'surety-bench-'))
  const rows = []
  const say = (row) => {
    rows.push(row)
    console.log(row.join(' | '))
  }
  try {
    const hasJq = spawnSync('jq', ['--version']).status === 0
    if (!hasJq) console.log('jq is not installed: its column stays empty')
    for (const [name, make, runs] of INPUTS) {
      const path = join(folder, 'log.ndjson')
      generate(path, megabytes, make)
      for (const [from, to] of runs) {
        // Measured anew for every row, because the machine may be busier than a minute ago.
        const program = PROGRAMS[from]
        const jq = hasJq && program ? measureJq(path, program) : undefined
        const bare = measure(['bare', path], path)
        const ours = measure(['translate', path, from, to], path)
        say([
          name,
          `${from} to ${to}`,
          ours.rate.toFixed(0),
          jq ? jq.toFixed(1) : '',
          jq ? `${(ours.rate / jq).toFixed(1)}x` : '',
          bare.rate.toFixed(0),
          `${(ours.rate / bare.rate).toFixed(2)}x`,
          ours.rss.toFixed(0),
        ])
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const page = [
    '# Translating logs',
    '',
    `Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${megabytes} MB a file, one core, ${new Date().toISOString().slice(0, 10)}.`,
    'Whole processes from file to /dev/null; MB of input per second of CPU time, the start of Node left out. The rows are one run of `node bench/translate.mjs`.',
    `Load average at the end: ${loadavg()[0].toFixed(1)} on ${cpus().length} cores; a busy machine lowers every column.`,
    '`jq -c` and the bare loop are measured anew beside each row.',
    '',
    '| Input | Pair | surety MB/s | `jq -c` MB/s | against jq | parse + stringify MB/s | against it | peak RSS MB |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n')
  writeFileSync(new URL('./results/translate.md', import.meta.url), page)
}

/** Runs this file again on one core. */
function measure(args, path) {
  const command = ['taskset', '-c', '0', process.execPath, self, ...args]
  const { stdout, stderr, status } = spawnSync(command[0], command.slice(1), { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const facts = JSON.parse(stdout)
  return { ...facts, rate: statSync(path).size / 1e6 / facts.cpu }
}

function measureJq(path, program) {
  const script = 'taskset -c 0 jq -c "$2" "$1" > /dev/null; times'
  const { stdout } = spawnSync('bash', ['-c', script, 'bash', path, program], { encoding: 'utf8' })
  // The second line of `times` holds user and system time of the children.
  const [user, system] = stdout.trim().split('\n')[1].split(' ').map(seconds)
  return statSync(path).size / 1e6 / (user + system)
}

function seconds(text) {
  const [, minutes, rest] = /(\d+)m([\d.,]+)s/.exec(text)
  return Number(minutes) * 60 + Number(rest.replace(',', '.'))
}

function generate(path, megabytes, make) {
  const file = openSync(path, 'w')
  let written = 0
  for (let n = 0; written < megabytes * 1e6;) {
    let text = ''
    for (let k = 0; k < 100; k++, n++) text += `${JSON.stringify(make(n))}\n`
    const bytes = Buffer.from(text)
    writeSync(file, bytes)
    written += bytes.length
  }
  closeSync(file)
}
