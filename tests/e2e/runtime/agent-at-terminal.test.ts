import { describe, expect, it } from 'vitest'

import { hasTerminals, program, runAtTerminal, runShell } from '../processes/run-shell.ts'

const tough = program('hostile-surroundings.mjs')
const surety = `'${process.execPath}' packages/cli/dist/cli/surety.cjs`

describe.runIf(hasTerminals)('an agent at a terminal', () => {
  it('is answered as in a pipe', async () => {
    const line = ['table', 'nonsense', '--help', 'drop', 'confirm', 'talk', 'enrol Ada']
      .map((words) => `${tough} ${words}; echo "= $?"`)
      .join('; ')
    const [agent, pipe] = await Promise.all([
      runAtTerminal(line, [], { AI_AGENT: 'ada' }),
      runShell(`{ ${line}; } 2>&1 </dev/null | cat`),
    ])
    expect(withoutMeta(agent.stdout)).toBe(withoutMeta(pipe.stdout))
    expect(agent.stdout).toContain('CONFIRMATION_REQUIRED')
    expect(agent.stdout).toContain('INPUT_REQUIRED')
  })

  it('is known by the variables that agents set', async () => {
    const names = [
      'AGENT',
      'CLAUDECODE',
      'CODEX_THREAD_ID',
      'CURSOR_AGENT',
      'GEMINI_CLI',
      'OPENCODE',
    ]
    const line = names.map((name) => `${name}=1 ${tough} table; echo`).join('; ')
    const answers = (await runAtTerminal(line)).stdout.trim().split(/\s*\n\s*/)
    expect(answers).toHaveLength(names.length)
    for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ ok: true })
  })

  it.each([
    ['NO_AGENT', { CLAUDECODE: '1', NO_AGENT: '1' }],
    ['a variable that is off', { CLAUDECODE: '0', AGENT: '', CODEX_HOME: '/home/ada/.codex' }],
  ])('is a person with %s', async (_why, env) => {
    const { stdout, code } = await runAtTerminal(
      `${tough} confirm`,
      [{ when: 'Really?', press: 'y' }],
      env,
    )
    expect(stdout).toContain('Sure')
    expect(stdout).not.toContain('"ok"')
    expect(code).toBe(0)
  })

  it('gets the format that it asks for', async () => {
    const { stdout } = await runAtTerminal(`${tough} table --format plain`, [], { AGENT: 'x' })
    const piped = await runShell(`${tough} table --format plain`)
    expect(stdout.replaceAll('\r', '')).toBe(piped.stdout)
  })

  it('is not waited for where input is read', async () => {
    const stdin = await runAtTerminal(`${tough} piped`, [], { AGENT: 'x' })
    expect(stdin.stdout).toContain('INPUT_REQUIRED')
    const lines = await runAtTerminal(`${surety} translate --from spec-1.0 --to td`, [], {
      AGENT: 'x',
    })
    expect(lines.stdout).toContain('INPUT_REQUIRED')
  })

  it('sees no drawing of surety run', async () => {
    const line = `${surety} run --no-memory -- sh -c 'echo noise >&2; exit 1'`
    const { stdout } = await runAtTerminal(line, [], { AGENT: 'x' })
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain('noise')
    expect(stdout).toContain('{"ok":false')
  })

  it('gets an answer from an adopted program that it asks', async () => {
    const desk = `'${process.execPath}' examples/adapters/commander/desk`
    const { stdout } = await runAtTerminal(`${desk} issue show 9 --json 2>/dev/null`, [], {
      AGENT: 'x',
    })
    expect(stdout).toMatch(/^\{"ok":/)
  })
})

function withoutMeta(text: string): string {
  return text
    .replaceAll('\r', '')
    .replaceAll(/"(?:duration_ms|request_id|timestamp|started_at)":[^,}]+/g, '""')
}
