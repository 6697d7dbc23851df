import { dirname, isAbsolute, relative, resolve } from 'node:path'

import { respond } from '../contract/index.ts'
import type { WrapDescription } from './wrap-description.ts'

/** The line between the script and the description that follows it. */
const MARK = '# ---- description ----'

/**
 * Writes a description as a file that can be run. The shell never reads behind `exec`, and surety reads only
 * what is behind the mark. The path of surety is looked for at each start, so that the file works elsewhere.
 */
export function toExecutable(description: WrapDescription, file: string): string {
  const missing = respond({
    exit: 'PRECONDITION',
    duration: 0,
    error: {
      code: 'SURETY_NOT_FOUND',
      message: 'surety is neither in node_modules nor on the PATH.',
      retryable: false,
      suggestion: 'Install it: npm install surety',
    },
  })
  return `#!/bin/sh
# Written by \`surety wrap write\`. These lines look for surety; what the tool does is described below.
case $0 in */*) dir=\${0%/*} ;; *) dir=. ;; esac
dir=$(CDPATH= cd -- "$dir" && pwd)
while [ -n "$dir" ]; do
  [ -x "$dir/node_modules/.bin/surety" ] && exec "$dir/node_modules/.bin/surety" wrap "$0" "$@"
  dir=\${dir%/*}
done
command -v surety >/dev/null && exec surety wrap "$0" "$@"
printf '%s\\n' '${JSON.stringify(missing)}'
exit 4
${MARK}
${JSON.stringify({ ...description, program: programFor(description.program, file) }, null, 2)}
`
}

/** Names a program that was found from a description as it is found from the file. */
function programFor([first = '', ...rest]: readonly string[], file: string): readonly string[] {
  if (!isAbsolute(first)) return [first, ...rest]
  const path = relative(dirname(resolve(file)), first)
  return [path.startsWith('.') ? path : `./${path}`, ...rest]
}

/** Takes the description out of a file that can be run; undefined if the text is not one. */
export function fromExecutable(text: string): string | undefined {
  if (!text.startsWith('#!')) return undefined
  const at = text.indexOf(`\n${MARK}\n`)
  // A description may also begin with a line for the kernel, which is a comment in YAML.
  return at < 0 ? text : text.slice(at + MARK.length + 2)
}
