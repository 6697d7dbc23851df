// Replays the published runs of AXI (github.com/kunchenguid/axi, MIT) through the hook after commands: which get a line?
// Usage: node bench/lists/axi.mjs <clone of axi>; writes bench/results/axi-notes.json.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [clone] = process.argv.slice(2)
if (clone === undefined) throw new Error('Name a clone of github.com/kunchenguid/axi.')
const surety = fileURLToPath(new URL('../../packages/cli/dist/cli/surety.cjs', import.meta.url))
const results = fileURLToPath(new URL('../results/axi-notes.json', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'surety-axi-'))
/** Tells which files of the build a call loaded. */
const spy = join(home, 'spy.cjs')
writeFileSync(
  spy,
  `process.on('exit', () => require('fs').writeSync(3, Object.keys(require.cache).join('\\n')))`,
)

/** Each of these folders holds the runs of agents with one kind of tools: `<set>/<task>/<run>`. */
const SETS = ['bench-github', 'bench-browser'].flatMap((study) =>
  readdirSync(join(clone, study, 'published-results'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${study}/published-results/${name}`),
)
/** Plain gh. Whoever changes the rule builds on its odd runs; the even ones only show what came of it. */
const GH = 'bench-github/published-results/cli'

/** A few lines were edited after they were recorded, and are no JSON any more. */
function parsed(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Yields every command of a run with what it printed. */
function* commandsOf(folder) {
  const commands = new Map()
  for (const line of readFileSync(join(folder, 'agent_output.txt'), 'utf8').split('\n')) {
    const content = parsed(line)?.message?.content
    for (const part of Array.isArray(content) ? content : []) {
      if (part.type === 'tool_use' && part.name === 'Bash') commands.set(part.id, part.input)
      if (part.type !== 'tool_result' || !commands.has(part.tool_use_id)) continue
      const texts = typeof part.content === 'string' ? [{ text: part.content }] : part.content
      const stdout = (texts ?? []).map(({ text = '' }) => text).join('')
      const { command = '' } = commands.get(part.tool_use_id)
      yield { command, stdout, isError: part.is_error === true }
    }
  }
}

/** Hands a command to the hook, with what the hook kept of the commands of this run before it. */
function hookOn({ command, stdout, isError }, state) {
  const end = isError ? { error: stdout } : { tool_response: { stdout, stderr: '' } }
  const message = { tool_name: 'Bash', tool_input: { command }, ...end }
  // No program is found: what is known of limits is what the descriptions say.
  const env = { PATH: home, HOME: home, SURETY_STATE_DIR: state }
  const words = ['--require', spy, surety, 'hook', 'note', 'claude-code']
  const { output } = spawnSync(process.execPath, words, {
    input: JSON.stringify(message),
    env,
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit', 'pipe'],
  })
  const [, answer, , files] = output
  return {
    note: answer === '' ? undefined : JSON.parse(answer).hookSpecificOutput.additionalContext,
    loaded: loadedOf(files.split('\n').map((file) => basename(file))),
  }
}

/** Names the dearest thing that a call loaded; most load the hook alone. */
function loadedOf(files) {
  if (files.includes('note-lines.cjs')) return 'calls_that_load_the_parser'
  if (files.includes('note-missed.cjs')) return 'calls_that_load_descriptions'
  return 'calls_that_load_the_hook_alone'
}

const isAboutList = (note) => / rows, .*default limit/.test(note)

function tallyOf(set, isTaken) {
  const sum = {
    failed_runs: 0,
    failed_runs_with_a_line_about_a_list: 0,
    good_runs: 0,
    good_runs_with_a_line_about_a_list: 0,
    /** Calls of good runs that did not fail: a line about them is one too many, whatever it says. */
    good_calls: 0,
    good_calls_with_a_line: 0,
    calls: 0,
    calls_with_a_line: 0,
    /** What the hook loads decides what it costs: bench/note.ts weighs its times with these. */
    calls_that_load_the_hook_alone: 0,
    calls_that_load_descriptions: 0,
    calls_that_load_the_parser: 0,
  }
  for (const task of readdirSync(join(clone, set)).toSorted())
    for (const run of readdirSync(join(clone, set, task)).toSorted()) {
      if (!isTaken(Number(run.slice('run'.length)))) continue
      const folder = join(clone, set, task, run)
      const { task_success: isGood } = JSON.parse(readFileSync(join(folder, 'grade.json'), 'utf8'))
      const state = mkdtempSync(join(home, 's-'))
      const all = [...commandsOf(folder)].map((each) => ({ ...each, ...hookOn(each, state) }))
      const told = all.filter(({ note }) => note !== undefined)
      const side = isGood ? 'good' : 'failed'
      sum[`${side}_runs`] += 1
      if (told.some(({ note }) => isAboutList(note)))
        sum[`${side}_runs_with_a_line_about_a_list`] += 1
      sum.calls += all.length
      sum.calls_with_a_line += told.length
      for (const { loaded } of all) sum[loaded] += 1
      if (isGood) {
        sum.good_calls += all.filter(({ isError }) => !isError).length
        sum.good_calls_with_a_line += told.filter(({ isError }) => !isError).length
      }
      for (const { note, command } of told)
        console.log(`${side} ${set.split('/').at(-1)} ${task} ${run}: ${note}\n    ${command}`)
    }
  return sum
}

const perSet = Object.fromEntries(SETS.map((set) => [set, tallyOf(set, () => true)]))
const all = Object.values(perSet).reduce((one, other) =>
  Object.fromEntries(Object.entries(one).map(([name, count]) => [name, count + other[name]])),
)
const share = all.good_calls_with_a_line / all.good_calls
const report = {
  commit: spawnSync('git', ['-C', clone, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim(),
  gh: perSet[GH],
  gh_odd_runs_built_on: tallyOf(GH, (run) => run % 2 === 1),
  gh_even_runs_held_back: tallyOf(GH, (run) => run % 2 === 0),
  sets: perSet,
  all,
  good_calls_with_a_line_percent: Number((100 * share).toFixed(2)),
}
writeFileSync(results, `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report.all), `${report.good_calls_with_a_line_percent}%`)
rmSync(home, { recursive: true })
// The goal of the rule: ten of twelve failed runs, no good one, and silence elsewhere.
const { gh } = report
const isMet =
  gh.failed_runs_with_a_line_about_a_list >= 10 &&
  gh.good_runs_with_a_line_about_a_list === 0 &&
  share <= 0.02
process.exitCode = isMet ? 0 : 1
