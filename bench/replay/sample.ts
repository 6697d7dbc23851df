import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Writes runs of our own in the form of the sets, so that the bench is tried without them. Their licence is ours, MIT. */
export function writeSample(): string {
  const folder = mkdtempSync(join(tmpdir(), 'surety-sets-'))
  const rows = Array.from({ length: 30 }, (_, at) => `label-${at}\tA label\t#aaaaaa`).join('\n')
  const list = [['gh label list', rows]] as const
  const gh = 'bench-github/published-results/cli'
  axiRun(folder, `${gh}/list_labels/run1`, list, false, 'The repository has 124 labels.')
  axiRun(folder, `${gh}/list_labels/run2`, list, false, 'The repository has 124 labels.')
  const whole = [['gh label list --limit 500', rows]] as const
  axiRun(folder, `${gh}/list_labels/run3`, whole, true, "It names 'label-29'.")
  const passed = Array.from({ length: 60 }, (_, at) => `t.py::test_${at} PASSED   [ 9%]`).join('\n')
  const tests = `${passed}\nt.py::test_4711 FAILED   [99%]\n=== 1 failed, 60 passed in 0.20s ===`
  axiRun(
    folder,
    'bench-browser/published-results/cli/tests/run2',
    [['pytest -v | cat', tests]],
    true,
    'The agent named test 4711.',
  )
  const trajectory = {
    info: { mini_version: '1.15.0' },
    messages: [
      { role: 'assistant', content: 'THOUGHT: I look.\n\n```bash\nls nowhere\n```' },
      {
        role: 'user',
        content:
          "<returncode>2</returncode>\n<output>\nls: cannot access 'nowhere': No such file or directory\n</output>",
      },
    ],
    trajectory_format: 'mini-swe-agent-1',
  }
  write(
    folder,
    'mini-swe-agent/swebench_results/ours/trajs/task-1/task-1.traj.json',
    JSON.stringify(trajectory),
  )
  const steps =
    'mini-swe-agent (step 1, $0.01):\n```bash\nls\n```\nUser:\n<returncode>0</returncode>\n<output>\na\n</output>\n'
  const runs = 'terminal-bench-leaderboard/results/core/swe-agent-mini'
  for (const [name, log, isSolved] of [
    ['a', steps, true],
    ['b', 'pip: not found\nINSTALL_SUCCESS\nbash: mini: command not found\n', false],
  ] as const) {
    write(folder, `${runs}/${name}/sessions/agent.log`, log)
    write(folder, `${runs}/${name}/results.json`, JSON.stringify({ is_resolved: isSolved }))
  }
  return folder
}

function axiRun(
  folder: string,
  id: string,
  calls: readonly (readonly [command: string, output: string])[],
  isGood: boolean,
  details: string,
): void {
  const lines = calls.flatMap(([command, content], at) => [
    message('assistant', { type: 'tool_use', id: `t${at}`, name: 'Bash', input: { command } }),
    message('user', { type: 'tool_result', tool_use_id: `t${at}`, content, is_error: false }),
  ])
  write(folder, `axi/${id}/agent_output.txt`, lines.map((line) => `${line}\n`).join(''))
  write(folder, `axi/${id}/grade.json`, JSON.stringify({ task_success: isGood, details }))
}

function message(type: string, part: object): string {
  return JSON.stringify({ type, message: { content: [part] }, session_id: 's-1' })
}

function write(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
