import { stripVTControlCharacters } from 'node:util'

import { describe, expect, it } from 'vitest'

import { hasTerminals, program, runAtTerminal, runShell } from '../processes/run-shell.ts'

const tough = program('hostile-surroundings.mjs')
const stress = program('stress.mjs')
/** Long enough to come to the question, also on a busy machine. */
const LIMIT = { STRESS_LIMIT: '4000' }
const ENTER = '\r'
const CTRL_C = '\u0003'
const DOWN = '\u001b[B'

describe.runIf(hasTerminals).concurrent('questions at a real terminal', () => {
  it('REQ-F-047/4: a confirmation is asked for, and y goes ahead', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} confirm`, [
      { when: 'Really?', press: 'y' },
    ])
    expect(stripVTControlCharacters(stdout)).toContain('Sure')
    expect(code).toBe(0)
  })

  it('REQ-C-005/8: a confirmation that is declined ends as PRECONDITION', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} confirm-or-end`, [
      { when: 'Really?', press: 'n' },
    ])
    expect(stripVTControlCharacters(stdout)).toContain('Nothing was changed.')
    expect(code).toBe(4)
  })

  it('a handler gets false for n and goes on', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} confirm`, [
      { when: 'Really?', press: 'n' },
    ])
    expect(stripVTControlCharacters(stdout)).toMatch(/Sure\s+✗/)
    expect(code).toBe(0)
  })

  it('a terminal of unknown size shows a question on one line', async () => {
    const { stdout, code } = await runAtTerminal(`stty cols 0 rows 0; ${tough} confirm`, [
      { when: 'Really?', press: 'y' },
    ])
    expect(stripVTControlCharacters(stdout)).toMatch(/^\S? *Really\?/m)
    expect(code).toBe(0)
  })

  it('a command that reads the whole input says how to give it', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} piped`)
    const text = stripVTControlCharacters(stdout)
    expect(text).toContain('reads standard input, which is a terminal here')
    expect(text).toContain('< FILE')
    expect(code).toBe(4)
  })

  it('a destructive command shows what it would affect and asks; a pipe is refused', async () => {
    const yes = await runAtTerminal(`${tough} drop`, [{ when: 'cannot be undone.', press: 'y' }])
    const text = stripVTControlCharacters(yes.stdout)
    expect(text).toMatch(/Will be destroyed:\s+Rows\s+12\s/)
    expect(text).toMatch(/Meet its surroundings\? This cannot be undone\.[^]*Deleted/)
    expect(yes.code).toBe(0)
    const no = await runAtTerminal(`${tough} drop`, [{ when: 'cannot be undone.', press: 'n' }])
    expect(stripVTControlCharacters(no.stdout)).toContain('You answered no; nothing was changed.')
    expect(no.stdout).not.toContain('ARG_ERROR')
    expect(no.code).toBe(130)
    for (const line of [`${tough} drop --yes`, `${tough} drop | cat; exit \${PIPESTATUS[0]}`]) {
      const refused = await runAtTerminal(line)
      expect(refused.stdout).toContain('CONFIRMATION_REQUIRED')
      expect(refused.stdout).not.toContain('cannot be undone')
      expect(refused.code).toBe(3)
    }
  })

  it('a destructive command whose preview is empty does not say that it is done before it asks', async () => {
    const asked = await runAtTerminal(`${tough} wipe`, [{ when: 'cannot be undone.', press: 'n' }])
    const text = stripVTControlCharacters(asked.stdout)
    expect(text).toContain('You answered no; nothing was changed.')
    expect(text).not.toMatch(/Done|Will be destroyed/)
  })

  it('REQ-F-011: the time limit does not run while a person is asked', async () => {
    const ask = (command: string, when: string, press: string) =>
      runAtTerminal(`${stress} ${command}`, [{ when, press, afterMs: 4500 }], LIMIT)
    const [asked, missing] = await Promise.all([
      ask('ask', 'Password?', `secret${ENTER}`),
      ask('ask-missing', 'Which PIN?', `4711${ENTER}`),
    ])
    expect(stripVTControlCharacters(asked.stdout)).toMatch(/Length\s+6/)
    expect(asked.code).toBe(0)
    expect(stripVTControlCharacters(missing.stdout)).toMatch(/Length\s+4/)
    expect(missing.code).toBe(0)
  })

  it('REQ-F-011: the time limit goes on after the question', async () => {
    const keys = [{ when: 'Really?', press: 'y' }]
    const { stdout, code } = await runAtTerminal(`${stress} ask-and-wait`, keys, LIMIT)
    expect(stripVTControlCharacters(stdout)).toContain('The time limit of 4000 ms passed.')
    expect(code).toBe(10)
  })

  it('REQ-C-005/1,2: --yes and --non-interactive ask nothing', async () => {
    const yes = await runAtTerminal(`${tough} confirm --yes`)
    expect(yes.stdout).not.toContain('Really?')
    expect(yes.code).toBe(0)
    const never = await runAtTerminal(`${tough} confirm --non-interactive --json`)
    expect(JSON.parse(never.stdout)).toMatchObject({ error: { code: 'INPUT_REQUIRED' } })
    expect(never.code).toBe(4)
  })

  it('a line of text and a choice are taken', async () => {
    const name = await runAtTerminal(`${tough} name`, [
      { when: 'Your name?', press: `Ada${ENTER}` },
    ])
    expect(stripVTControlCharacters(name.stdout)).toMatch(/Name\s+Ada/)
    const size = await runAtTerminal(`${tough} pick`, [{ when: 'large', press: `${DOWN}${ENTER}` }])
    expect(stripVTControlCharacters(size.stdout)).toMatch(/Size\s+large/)
  })

  it('what was left out is asked for, by its kind, and read like the rest', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} enrol --size large`, [
      { when: 'Your name?', press: `Ada${ENTER}` },
      { when: 'How many seats?', press: `3${ENTER}` },
      { when: 'Which PIN?', press: `4711${ENTER}` },
    ])
    const text = stripVTControlCharacters(stdout)
    expect(text).toMatch(/Name\s+Ada\r?\nSize\s+large\r?\nSeats\s+3\r?\nPin/)
    expect(text.replace(/Pin\s+4711/, '')).not.toContain('4711')
    expect(code).toBe(0)
    const picked = await runAtTerminal(`${tough} enrol Ada --seats 3 --pin 1`, [
      { when: 'Which size?', press: `${DOWN}${ENTER}` },
    ])
    expect(stripVTControlCharacters(picked.stdout)).toMatch(/Size\s+large/)
  })

  it('an answer that does not fit is refused like one that was typed', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} enrol Ada --size large --pin 1`, [
      { when: 'How many seats?', press: `many${ENTER}` },
    ])
    expect(stripVTControlCharacters(stdout)).toContain('expected a whole number, got "many"')
    expect(code).toBe(3)
  })

  it('nothing is asked for in data, with --non-interactive, or where more is wrong', async () => {
    for (const flags of ['--json', '--non-interactive', '--nope']) {
      const { stdout, code } = await runAtTerminal(`${tough} enrol Ada --seats 3 ${flags}`)
      expect(stripVTControlCharacters(stdout)).toContain('is required')
      expect(code).toBe(3)
    }
  })

  it('REQ-F-051: a password is not echoed', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} login`, [
      { when: 'Password?', press: `sesame${ENTER}` },
    ])
    expect(stdout).not.toContain('sesame')
    expect(stripVTControlCharacters(stdout)).toMatch(/Length\s+6/)
    expect(code).toBe(0)
  })

  it('REQ-F-069: Ctrl-C at a question ends with 130 and leaves the terminal usable', async () => {
    const { stdout, code } = await runAtTerminal(`${tough} name`, [
      { when: 'Your name?', press: CTRL_C },
    ])
    expect(code).toBe(130)
    // The cursor that a prompt hides is shown again.
    expect(stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001b[?25l'))
  })

  it('REQ-F-006: questions are put on stderr, so the answer can still be piped', async () => {
    const line = `${tough} confirm | sed s/^/piped:/`
    const { stdout } = await runAtTerminal(line, [{ when: 'Really?', press: 'y' }])
    expect(stdout).toMatch(/piped:\{"ok":true,"data":\{"sure":true\}/)
  })
})

describe.runIf(hasTerminals).concurrent('looks at a real terminal', () => {
  // Rows and a failure with each variable, the other kinds of output in turn.
  it.each([
    ['talk', { TERM: 'dumb' }],
    ['work', { GITHUB_ACTIONS: 'true' }],
    ['--help', { JENKINS_URL: 'https://ci.test/' }],
    ['talk', { CLICOLOR: '0' }],
    ['work', { NO_COLOR: '' }],
    ['--help', { CI: 'true' }],
  ])(
    'REQ-F-008/1,2,3,4: neither stream of %s has an escape sequence with %j',
    async (other, env) => {
      for (const argv of ['table', 'nonsense', other]) {
        const { stdout } = await runAtTerminal(`${tough} ${argv}`, [], env)
        expect(stdout, argv).not.toContain('\u001b')
      }
    },
  )

  it('NO_COLOR drops the colour there and nothing else', async () => {
    const { stdout } = await runAtTerminal(`${tough} custom`, [], { NO_COLOR: '' })
    expect(stdout).toMatch(/^✗ /)
  })

  it('shows the rows of a stream as they are made', async () => {
    const ctrlC = [{ when: 'row 0', press: CTRL_C }]
    expect((await runAtTerminal(`${tough} trickle`, ctrlC)).code).toBe(130)
    expect((await runAtTerminal(`${tough} trickle --format jsonl | cat`, ctrlC)).stdout).toContain(
      'row 0',
    )
  })

  it('shows a spinner after a moment, which yields to what the handler prints', async () => {
    const { code } = await runAtTerminal(`${tough} ponder`, [
      { when: /[⠋⠙⠹⠸].* ponder/, press: CTRL_C },
    ])
    expect(code).toBe(130)
    const { stdout } = await runAtTerminal(`${tough} mutter`)
    expect(stdout).toMatch(/[⠋⠙⠹⠸].* mutter/)
    expect(stdout).toContain('\r\u001b[2Kmuttered\r\n')
    expect(stdout.split('muttered')[1]).not.toMatch(/[⠋⠙⠹⠸]/)
    const piped = await runShell(`${tough} mutter 2>&1 >/dev/null`)
    expect(piped.stdout).toBe('muttered\n')
  })

  it('a missing argument shows how the command is called', async () => {
    const { stdout } = await runAtTerminal(`${tough} enrol --non-interactive`, [], { NO_COLOR: '' })
    expect(stdout).toMatch(/usage\s+\S+ enrol --size <value> --seats <value> --pin <value> <name>/)
  })

  it('REQ-F-069/2: Ctrl-C during the work ends with 130', async () => {
    const ctrlC = [{ when: 'Uploading', press: CTRL_C }]
    const { code } = await runAtTerminal(`${tough} work`, ctrlC, { WORK_PAUSE_MS: '20000' })
    expect(code).toBe(130)
  })
})

describe('advice for the author of a tool', () => {
  it('is in the diagnostics of debug mode, and never in an answer', async () => {
    const [plain, debug] = await Promise.all([
      runShell(`${tough} asks-undeclared --json`),
      runShell(`${tough} asks-undeclared --json --debug`),
    ])
    for (const { stdout } of [plain, debug]) {
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'INPUT_REQUIRED' }, warnings: [] })
    }
    expect(plain.stderr).toBe('')
    expect(debug.stderr).toContain('Advice: asks-undeclared asks questions: declare interactive')
  })
})
