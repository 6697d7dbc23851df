import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'

import { judgeLine } from './judge-line.ts'
import { observe } from './observe-line.ts'
import { readStatuses } from './statuses.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety judge-'))
const log = join(folder, 'statuses')
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'list.txt'), 'a\nb\nc\n')
writeFileSync(join(folder, 'fail'), '#!/bin/sh\necho "fail: it broke" >&2\nexit 3\n', {
  mode: 0o755,
})
const env = { PATH: `${folder}:${process.env['PATH']}`, HOME: folder }

function bash(text: string) {
  const { stdout, stderr, status, signal } = spawnSync('bash', ['-c', text], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 10_000,
  })
  return { stdout, stderr, status, signal }
}

function watched(line: string) {
  writeFileSync(log, '')
  const end = bash(observe(line, { to: log }).text)
  const statuses = readFileSync(log, 'utf8')
  const { stdout, stderr } = end
  return { end, statuses, judged: judgeLine({ line, exit: end.status!, statuses, stdout, stderr }) }
}

test.each([
  ['fail | tail -1', 'fail'],
  ['fail; echo done', 'fail'],
  ['cd . && fail 2>&1 | tail -1; echo done', 'fail 2>&1'],
  ['for f in a b; do fail $f; done; echo checked', 'fail $f'],
  ['run() { "$@" 2>&1 | tail -1; }; run fail', '"$@" 2>&1'],
  ['x=$(fail | tail -1); echo "$x"', 'fail'],
  ['export X=$(fail); echo "$X"', 'fail'],
  ['cat <(fail)', 'fail'],
  ['fail 2>&1 | tail -1 & wait', 'fail 2>&1'],
  ['fail & sleep 0.2; echo started', 'fail'],
  ['fail & pid=$!; wait $pid; echo finished', 'fail'],
  ["timeout 5 bash -c 'fail | tail -1'", 'fail'],
  ['bash -c "fail | tail -$((1+2))"', 'fail'],
  ["sh -c 'fail | cat' && echo fine", 'fail'],
  ['eval "fail | cat"', 'fail'],
  ["bash <<'EOF'\nfail | cat\nEOF", 'fail'],
  ['fail | tail -1 || exit 1', 'fail'],
  ['fail | tail -1; test ${PIPESTATUS[0]} -eq 0 && echo ok; true', 'fail'],
  [
    'find . -name list.txt -exec fail {} \\; ; echo done',
    'find . -name list.txt -exec fail {} \\;',
  ],
  ['fail | grep nosuch', 'fail'],
  ['nosuchprog | grep PASS', 'nosuchprog'],
  ['fail; test $? -eq 0', 'fail'],
  ['(fail; echo end) | tail -1', 'fail'],
  ['while read -r f; do fail "$f"; done < list.txt; echo end', 'fail "$f"'],
])('%s hides a failure', (line, part) => {
  const { judged } = watched(line)
  expect(judged).toMatchObject({ ok: false, hidden: true, part })
  expect(judged.note).toContain('hid it')
})

test.each([
  'grep nosuch list.txt; echo next',
  'cat list.txt | grep -v a | grep nosuch',
  'x=$(grep nosuch list.txt); echo "[$x]"',
  'fail || true',
  'fail | tail -1 || true',
  'fail 2>/dev/null || echo none',
  'fail 2>/dev/null | tail -1',
  'fail; echo "rc=$?"',
  'if fail; then echo yes; else echo no; fi',
  '! fail && echo broken',
  'yes | head -1',
  'mkdir . ; rm nosuch.txt; echo cleaned',
  '[ -f nosuch.txt ] && cat nosuch.txt; echo next',
  'for f in list.txt; do grep -l nosuch "$f"; done | wc -l',
  'sleep 5 & kill $!; wait $! 2>/dev/null; echo killed',
  'until fail || [ $((n+=1)) -ge 2 ]; do :; done; echo waited',
  'fail | tail -1; [ ${PIPESTATUS[0]} -eq 0 ] && echo PASS || echo FAIL',
  'grep nosuch list.txt',
  'ls list.txt',
])('%s has nothing to tell', (line) => {
  expect(watched(line).judged).toMatchObject({ ok: true, hidden: false, note: null })
})

test('an exit that tells is no hidden failure', () => {
  expect(watched('fail').judged).toMatchObject({
    ok: false,
    hidden: false,
    part: 'fail',
    note: null,
  })
  expect(watched('set -o pipefail; fail | tail -1').judged).toMatchObject({
    ok: false,
    hidden: false,
  })
  expect(watched('nosuchprog').judged).toMatchObject({ ok: false, code: 'PROGRAM_NOT_FOUND' })
  expect(watched('./list.txt').judged).toMatchObject({ ok: false, code: 'PROGRAM_NOT_EXECUTABLE' })
})

test('without statuses a failure counts that the output proves, and else nothing is known', () => {
  const line = 'pytest -q 2>&1 | tail -3'
  const judge = (output: string) => judgeLine({ line, exit: 0, output })
  expect(judge('1 failed, 2 passed in 0.12s\n')).toMatchObject({ ok: false, hidden: true })
  expect(judge('3 passed in 0.12s\n')).toMatchObject({ ok: null, hidden: false, note: null })
  expect(judgeLine({ line: 'npm test', exit: 0 }).ok).toBe(true)
  expect(judgeLine({ line: 'ls src | head -3', exit: 0, output: 'a\n' }).ok).toBe(true)
})

test('a number for each part of the last pipeline is enough', () => {
  const ended = { line: 'cd x && npm test 2>&1 | tail -5', exit: 0, output: '' }
  expect(judgeLine({ ...ended, statuses: [1, 0] })).toMatchObject({
    ok: false,
    part: 'npm test 2>&1',
  })
  expect(judgeLine({ ...ended, statuses: [0, 0] }).ok).toBe(true)
})

test('a session keeps its state, and nothing of ours', () => {
  const lines = ['false', 'echo "was $?"; A=1; cd /; fail | tail -1', 'echo "$A $PWD"; false | cat']
  const text = lines.map((line) => `${observe(line, { to: log, session: true }).text}\n`).join('')
  writeFileSync(log, '')
  const { stdout, stderr } = spawnSync('bash', ['--norc'], {
    input: `${text}(exit 7)\n${observe('echo "$?"', { to: log, session: true }).text}\ndeclare -F; set | grep surety_\n`,
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect(stdout).toBe('was 1\n1 /\n7\n')
  expect(stderr).toBe('fail: it broke\n')
  expect(readStatuses(readFileSync(log, 'utf8')).map(({ exits }) => exits)).toContainEqual([3, 0])
})

test('what it cannot watch stays as it is', () => {
  for (const line of ['echo "', 'trap "echo e" ERR; false | cat', 'set -x; a | b'])
    expect(observe(line, { to: log })).toMatchObject({ text: line, why: expect.any(String) })
})

const command = fc.constantFrom(
  'true',
  'false',
  'echo a',
  'cat list.txt',
  'grep b list.txt',
  'fail',
  '(exit 4)',
  '[ -f x ]',

  'x=$(echo $?; false | cat)',
  'echo "$_ $?"',
  'echo "${PIPESTATUS[@]}" "$(fail | cat)"',
  'cat <<E\n$(true | cat)\nE\n:',
)
const list: fc.Arbitrary<string> = fc.letrec<{ line: string; part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2 },
    command,
    tie('line').map((line) => `{ ${line}\n}`),
    tie('line').map((line) => `( ${line}\n)`),
    tie('line').map((line) => `for i in 1 2; do ${line}\ndone`),
    fc.tuple(tie('line'), tie('line')).map(([one, two]) => `if ${one}\nthen ${two}\nfi`),
    // A name of its own: in a pipe the inner one would call the outer one for ever.
    tie('line').map((line) => `f${line.length}() { ${line}\n}; f${line.length}`),
    tie('line').map((line) => `! { ${line}\n}`),
  ),
  line: fc
    .array(
      fc.tuple(tie('part'), fc.constantFrom('\n', ' && ', ' || ', ' | cat\n', ' |& grep b && ')),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((pairs) =>
      pairs
        .map(([part, joint], at) => (at === pairs.length - 1 ? part : joinable(part, joint)))
        .join(''),
    ),
})).line

/** After a here-document nothing can stand. */
function joinable(part: string, joint: string): string {
  return part.includes('<<') ? `${part}\n` : `${part}${joint}`
}

test('an observed line prints, ends and leaves behind what the line does', () => {
  fc.assert(
    fc.property(
      list,
      fc.boolean(),
      fc.constantFrom('', 'bash -c ', 'eval '),
      (text, isStrict, by) => {
        const strict = isStrict ? `set -eu; ${text}` : text
        const whole = by === '' ? strict : `${by}'${strict.replaceAll("'", String.raw`'\''`)}'`
        expect(bash(observe(whole, { to: log }).text)).toEqual(bash(whole))
      },
    ),
    { numRuns: 60 },
  )
})

test('no text makes the judge throw', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.integer({ min: 0, max: 255 }),
      fc.string(),
      (line, exit, output) => {
        const told = [undefined, output, [{ at: 0, status: exit, exits: [exit, 0] }]]
        for (const statuses of told) judgeLine({ line, exit, statuses, output })
        readStatuses(output)
        observe(line, { to: 3, session: true })
      },
    ),
  )
})
