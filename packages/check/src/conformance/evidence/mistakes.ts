import type { Reading } from '../probing/probing.ts'
import table from './mistakes.json' with { type: 'json' }

/** What a mistake in an answer is about; each is reported by one check. */
export type Mistake =
  | 'shape'
  | 'members'
  | 'single'
  | 'ok'
  | 'stream'
  | 'text'
  | 'exit'
  | 'retry'
  | 'redirect'

/** The reader's codes that belong to a check of their own; all others are about the shape. */
const BY_CODE = table.about as Readonly<Record<string, Mistake>>

interface Found {
  readonly about: Mistake
  readonly says: string
  readonly fix?: string
  /** The member that it is about, such as `error.code`. */
  readonly place: string
}

/** Finds what is wrong with an answer, a mistake for each member, with what to write there instead. */
export function mistakesOf({ problems }: Reading): readonly Found[] {
  const all = problems.map(({ pointer, message }) => toFound(pointer, message))
  // The reader and the schema of a dialect may both complain of one member.
  const alike = all.map((each) => {
    const other = all.find(({ place, about }) => place === each.place && about !== 'shape')
    return each.about === 'shape' && each.place !== '' && other ? other : each
  })
  // An answer on the wrong stream is missing on the right one, one that is cut has no shape, and a success that exits with
  // a failure has no error: that is one mistake.
  const isOther = alike.some(({ about }) => about === 'stream' || about === 'ok')
  const isCut = problems.some(({ message }) => /^document_(?:cut|broken):/.test(message))
  return isOther || isCut
    ? alike.filter(({ about }) => about !== 'shape' && (about !== 'members' || isCut))
    : alike
}

function toFound(pointer: string, message: string): Found {
  const [, code, said = message] = /^([a-z_]+): (.*)$/s.exec(message) ?? []
  const about = aboutOf(pointer, code, message)
  const path = pointer.slice(1).replaceAll('/', '.')
  const [, lost] = /^(?:the member '(\w+)' is missing|(\w+) is not there)$/.exec(said) ?? []
  const missing =
    lost ?? (about === 'members' ? /^(\w+)_missing$/.exec(code ?? '')?.[1] : undefined)
  if (missing !== undefined) {
    const place = path === '' ? missing : `${path}.${missing}`
    const says = `${path === '' ? 'The' : `In ${path} the`} member '${missing}' is missing.`
    const where = path === '' ? 'every answer' : path
    return { about, place, says, fix: `Write it in ${where}: ${exampleOf(missing)}.` }
  }
  const place = path === '' ? (/^([a-z_]+(?:\.[a-z_]+)*) (?:is|has)\b/.exec(said)?.[1] ?? '') : path
  const says = sentence(path === '' ? said : `${path} ${said}`)
  const fix = fixOf(place, said)
  return { about, place, says, ...(fix !== undefined && { fix }) }
}

/** What to write instead, by the words of a complaint. */
function fixOf(place: string, said: string): string | undefined {
  const name = place.split('.').at(-1)!
  const [, exit] = /but the (?:exit code is|process exited with) (\d+)/.exec(said) ?? []
  if (exit !== undefined && name === 'exit_code')
    return `Write the exit that the process has, "exit_code": ${exit}, and take both from one variable.`
  const [, code, means, seen] = /^(\S+) means exit code (\d+), not (\d+)/.exec(said) ?? []
  if (code !== undefined)
    return `End with ${means} where error.code is '${code}', or state the code that means ${seen}.`
  const [, stream] = /belongs on (stdout|stderr)/.exec(said) ?? []
  if (stream !== undefined)
    return `Print it on ${stream}: ${stream === 'stderr' ? 'print(…, file=sys.stderr), console.error(…), >&2' : 'print(…), console.log(…)'}.`
  if (/reports a failure but the exit code is 0/.test(said))
    return 'End with another exit than 0 where ok is false: sys.exit(1), process.exitCode = 1, exit 1.'
  if (place === '') return undefined
  if (/no such member/.test(said)) return `Leave ${place} out, or put it where the dialect has it.`
  return name in EXAMPLES ? `Write it so: ${exampleOf(name)}.` : undefined
}

const EXAMPLES: Readonly<Record<string, string>> = table.examples

function exampleOf(name: string): string {
  return EXAMPLES[name] ?? `"${name}": …`
}

/** What mistakes without a code are about, by place and message. */
const BY_PLACE: readonly (readonly [pattern: RegExp, about: Mistake])[] = [
  [/^: the member '/, 'members'],
  [/^\/ok: .*exit code|^\/error: must be null when ok/s, 'ok'],
  [/^\/error\/retry/, 'retry'],
  [/^\/error\/redirect|^[^:]*: needs a redirect/, 'redirect'],
]

function aboutOf(pointer: string, code: string | undefined, message: string): Mistake {
  if (pointer === '' && /^(?:ok|data|error|warnings|meta|schema|type)_missing$/.test(code ?? ''))
    return 'members'
  if (code !== undefined) return BY_CODE[code] ?? 'shape'
  return BY_PLACE.find(([pattern]) => pattern.test(`${pointer}: ${message}`))?.[1] ?? 'shape'
}

/** Makes a sentence; the name of a member stays as it is written. */
function sentence(text: string): string {
  const isName = /^(?:ok|data|error|warnings|meta|schema|type|[^\s_.:]*[_.:]\S*)\s/.test(text)
  const start = isName ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}
