import { expect, it } from 'vitest'

import { parseLine, type Line } from '../../shell/index.ts'
import { readsOnly } from './line-reads.ts'

const reads = async (text: string) => readsOnly(parseLine(text) as Line)

it.each([
  'cd src && ls | head -3',
  'printf "%s %5.2f%%\\n" a 1 | cat',
  'test -f a && [ -d b ] || echo "exit x"',
  'set -euo pipefail; ls; exit 0',
  'export LC_ALL=C; sort a',
  'LC_ALL=C TZ=UTC ls -l',
  'timeout 10 nice ls; env NO_COLOR=1 ls; command -v git; time ls',
  'find . -name x | xargs grep -l y',
  'true; : ; false; pwd -P; type ls',
])('%s is known to read', async (line) => {
  expect(await reads(line)).toBe(true)
})

it.each([
  // Each of these runs a command, or sets a variable, that stands in a word.
  "test -v 'a[$(touch x)]'",
  "[ -v 'a[$(touch x)]' ]",
  "test -R 'a[$(touch x)]'",
  "printf %n 'a[$(touch x)]'",
  "printf -v 'a[$(touch x)]' y",
  "printf '%(%s)T' 1",
  'set -x; ls',
  'set a b',
  'export PATH=.; ls',
  'export GIT_EXTERNAL_DIFF=./x; git diff',
  'GIT_EXTERNAL_DIFF=./x git diff',
  'command rm a',
  'wait',
  'ls | xargs rm',
  'ls | xargs sort',
  'timeout 5 sudo ls',
  'sudo ls',
  'nohup ls',
  'npx tsc --version',
  'conda run -n x ls',
  'poetry run ls',
  'pipenv run ls',
  'python3 -m pip list',
  'ls > out',
  'kill 1',
  'trap ls EXIT',
])('%s is not known to read', async (line) => {
  expect(await reads(line)).toBe(false)
})
