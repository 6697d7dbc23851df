import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { readdir, readFile } from 'node:fs/promises'

import { respond } from 'surety/unstable/contract'
import { loadDescription as loadFile } from 'surety/unstable/description'
import { BUILT, READY } from '@surety/client/unstable/programs'
import { programFrom } from '@surety/internal/process/program-path.ts'
import { wrapProblems, type WrapDescription } from './wrap-description.ts'

const ENDING = '.surety.yaml'

/** Lists the names of the descriptions that come with surety and have commands; others only know calls. */
export async function readyNames(): Promise<readonly string[]> {
  const files = (await readdir(READY)).filter((file) => file.endsWith(ENDING))
  const texts = await Promise.all(files.map((file) => readFile(join(READY, file), 'utf8')))
  return files
    .filter((_, index) => /^commands:/m.test(texts[index]!))
    .map((file) => basename(file, ENDING))
    .toSorted()
}

/** Loads a ready description by its name, or one from a file; a file that can be run names the tool. */
export async function loadDescription(source: string) {
  const isName = /^[a-z][\w-]*$/.test(source)
  const built = isName ? await readBuilt(source) : undefined
  if (built) return built
  const isReady = isName && (await readyNames()).includes(source)
  const path = isReady ? join(READY, `${source}${ENDING}`) : source
  let executable: Executable | undefined = undefined as Executable | undefined
  const description = await loadFile<WrapDescription>(
    path,
    {
      reader: 'wrapped',
      noun: 'description',
      rules: wrapProblems,
      within: (text) => {
        executable = fromExecutable(text)
        return executable?.text ?? text
      },
      suggestion: async () =>
        `Ready descriptions are ${(await readyNames()).join(', ')}; write another with: surety wrap init -- <tool>`,
    },
    source,
  )
  const name = basename(path)
  const isNamed = executable && /^[a-z0-9][a-zA-Z0-9._-]*$/.test(name)
  const program = programFrom(description.program, dirname(path))
  return { description: { ...description, ...(isNamed && { name }), program }, path, executable }
}

/** Reads a ready description that comes with the build; it was checked by our tests. */
async function readBuilt(name: string) {
  const path = join(BUILT, `${name}.wrap.json`)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return { description: JSON.parse(text) as WrapDescription, path, executable: undefined }
}

/** A description in a file that can be run. */
interface Executable {
  readonly text: string
  /** The ready description that it was written from. */
  readonly ready?: string
}

/** The line between the script and the description that follows it, which names a ready one. */
const MARK = /\n# ---- description(?: of (?<ready>[a-z][\w-]*))? ----\n/

/** Writes a description as a file that can be run: the shell never reads behind `exec`, surety only behind the mark. */
export function toExecutable(description: WrapDescription, file: string, ready?: string): string {
  const error = {
    code: 'SURETY_NOT_FOUND',
    message: 'surety is neither in node_modules nor on the PATH.',
    retryable: false,
    suggestion: 'Install it: npm install @surety/cli',
  }
  const missing = respond({ exit: 'PRECONDITION', duration: 0, error })
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
# ---- description${ready === undefined ? '' : ` of ${ready}`} ----
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
function fromExecutable(text: string): Executable | undefined {
  if (!text.startsWith('#!')) return undefined
  const mark = MARK.exec(text)
  // A description may also begin with a line for the kernel, which is a comment in YAML.
  if (mark === null) return { text }
  const ready = mark.groups?.['ready']
  return { text: text.slice(mark.index + mark[0].length), ...(ready !== undefined && { ready }) }
}
