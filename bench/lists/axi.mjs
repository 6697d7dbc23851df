// Replays the gh runs of AXI (github.com/kunchenguid/axi, MIT) through the hook after commands: which runs get a line?
// Usage: node bench/lists/axi.mjs <clone of axi> [odd|even]
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [clone, half] = process.argv.slice(2)
if (clone === undefined) throw new Error('Name a clone of github.com/kunchenguid/axi.')
const surety = fileURLToPath(new URL('../../dist/cli/surety.cjs', import.meta.url))
const runs = join(clone, 'bench-github/published-results/cli')
const home = mkdtempSync(join(tmpdir(), 'surety-axi-'))

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
      if (part.type === 'tool_use' && typeof part.input?.command === 'string')
        commands.set(part.id, part.input.command)
      if (part.type !== 'tool_result' || !commands.has(part.tool_use_id)) continue
      const texts = typeof part.content === 'string' ? [{ text: part.content }] : part.content
      const stdout = (texts ?? []).map(({ text = '' }) => text).join('')
      yield { command: commands.get(part.tool_use_id), stdout, isError: part.is_error === true }
    }
  }
}

function noteOn({ command, stdout, isError }) {
  const end = isError ? { error: stdout } : { tool_response: { stdout, stderr: '' } }
  const message = { tool_name: 'Bash', tool_input: { command }, ...end }
  const input = JSON.stringify(message)
  const env = { PATH: '/usr/bin:/bin', HOME: home, SURETY_STATE_DIR: mkdtempSync(join(home, 's-')) }
  const { stdout: answer } = spawnSync(process.execPath, [surety, 'hook', 'note', 'claude-code'], {
    input,
    env,
    encoding: 'utf8',
  })
  return answer === '' ? undefined : JSON.parse(answer).hookSpecificOutput.additionalContext
}

const tally = { failed: { runs: 0, told: 0 }, good: { runs: 0, told: 0 }, commands: 0, notes: 0 }
for (const task of readdirSync(runs).toSorted())
  for (const run of readdirSync(join(runs, task)).toSorted()) {
    const isOdd = Number(run.slice('run'.length)) % 2 === 1
    if (half !== undefined && isOdd !== (half === 'odd')) continue
    const folder = join(runs, task, run)
    const { task_success: isGood } = JSON.parse(readFileSync(join(folder, 'grade.json'), 'utf8'))
    const all = [...commandsOf(folder)]
    const told = all.flatMap((each) => noteOn(each) ?? [])
    const side = tally[isGood ? 'good' : 'failed']
    side.runs += 1
    side.told += told.length > 0 ? 1 : 0
    tally.commands += all.length
    tally.notes += told.length
    if (told.length > 0) console.log(`${isGood ? 'good' : 'failed'} ${task} ${run}: ${told[0]}`)
  }
console.log(JSON.stringify(tally))
rmSync(home, { recursive: true })
