import { startedCall } from '../programs/index.ts'
import { literalOf, type Line, type SimpleCommand, type Span, type Word } from './line-tree.ts'
import { parseIn, parseLine } from './parse-line.ts'

/** A line in a word of another one: `timeout 5 bash -c 'npm test | tail'`. */
export interface Nested extends Span {
  readonly line: Line
  /** Who runs it: another shell, the same one (`eval`), or a shell of another machine or container. */
  readonly by: 'bash' | 'sh' | 'eval' | 'remote'
  /** Writes a text so that it stands for itself at this place; undefined where nothing can be put in. */
  readonly escape?: (text: string) => string
  /** Whether the shell around it fills in `$( )` first. */
  readonly isFilled?: boolean
}

/** Words of another machine: the program, its commands, and options with a value. */
const REMOTE: Readonly<Record<string, { readonly after?: RegExp; readonly valued: string }>> = {
  ssh: { valued: '-p -i -l -o -F -J -L -R -D -b -c -E -e -m -O -Q -S -W -w' },
  docker: {
    after: /^(?:(?:container )?(?:exec|run)|compose (?:.* )?(?:exec|run))$/,
    valued:
      '-e --env -u --user -w --workdir --env-file --detach-keys -v --volume --name --network --entrypoint -f --file -p --publish --platform --mount',
  },
  kubectl: { after: /^exec$/, valued: '-c --container -n --namespace --context --kubeconfig' },
}
const ALIKE: Readonly<Record<string, string>> = { podman: 'docker', oc: 'kubectl', k3s: 'kubectl' }

/** Where a call runs elsewhere: its words there, or the line that a shell makes of them. */
export function remoteWords(words: readonly string[]): readonly string[] | undefined {
  const program = words[0] ?? ''
  const name = ALIKE[program] ?? program
  const remote = Object.hasOwn(REMOTE, name) ? REMOTE[name] : undefined
  if (remote === undefined) return undefined
  const valued = new Set(remote.valued.split(' '))
  const path: string[] = []
  let isFound = remote.after === undefined
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at]!
    if (valued.has(word)) at += 1
    else if (word.startsWith('-')) continue
    else if (isFound) return words.slice(words[at + 1] === '--' ? at + 2 : at + 1)
    else
      isFound = remote.after!.test([...path, word].join(' ')) || (path.push(word), path.length > 3)
  }
  return undefined
}

/** Finds the line that a command hands to a shell. */
export function nestedIn(part: SimpleCommand, text: string): Nested | undefined {
  const words = part.words.map((word) => literalOf(word) ?? word.text)
  const [first = ''] = words
  if (first === 'eval')
    return part.words.length === 2 ? inWord(part.words[1]!, 'eval', text) : undefined
  const exec =
    first === 'find' ? words.findIndex((word) => /^-(?:exec|execdir|ok)$/.test(word)) : -1
  const call = exec === -1 ? startedCall(words, null).words : words.slice(exec + 1)
  const there = remoteWords(call)
  if (there !== undefined) return remoteLine(there, part, text)
  const shell = shellOf(call[0])
  if (shell === undefined) return undefined
  let after = 1
  while (call[after]?.startsWith('-')) after += /^-[a-z]*o$/.test(call[after]!) ? 2 : 1
  const flags = call.slice(1, after)
  if (flags.some((flag) => /^-[a-z]*[nrvx]/.test(flag))) return undefined
  if (flags.some((flag) => /^-[a-z]*c$/.test(flag))) {
    const word = part.words[words.length - call.length + after]
    // xargs puts its own text in the place of this one.
    const place = first === 'xargs' ? /(?:^| )-I ?(\S+)/.exec(words.join(' '))?.[1] : undefined
    const found = word && inWord(word, shell, text)
    if (found === undefined || place === undefined || /^(?:\{\w*\}|[A-Z]{4,})$/.test(place))
      return found
    const { escape: _, ...unseen } = found
    return unseen
  }
  const here = part.redirects.find(({ body }) => body !== undefined)?.body
  const reads = after >= call.length || flags.includes('-s')
  if (here === undefined || !reads) return undefined
  const raw = text.slice(here.pos, here.end)
  const line = parseIn(raw, here.pos, here.isQuoted ? NEVER : /\\([\\$`]|\n)/g)
  const escape = here.isQuoted ? (own: string) => own : escapeIn(/[\\$`]/g)
  return line && { ...here, line, by: shell, escape, isFilled: !here.isQuoted }
}

const NEVER = /(?!)()/g

function shellOf(word = ''): 'bash' | 'sh' | undefined {
  const [, name] = /^(?:\/(?:usr\/)?bin\/)?(bash|sh|dash)$/.exec(word) ?? []
  return name === 'dash' ? 'sh' : (name as 'bash' | 'sh' | undefined)
}

function escapeIn(characters: RegExp) {
  return (text: string) => text.replaceAll(characters, String.raw`\$&`)
}

/** Reads the line in a word that is one quoted text. */
function inWord(word: Word, by: Nested['by'], text: string): Nested | undefined {
  const { pos, end } = { pos: word.pos + 1, end: word.end - 1 }
  const quoted = text.slice(word.pos, word.end)
  const isSingle = SINGLE.test(quoted)
  if (!isSingle && !DOUBLE.test(quoted)) return undefined
  const line = parseIn(text.slice(pos, end), pos, isSingle ? /'\\(')'/g : /\\(["\\$`]|\n)/g)
  const escape = isSingle
    ? (own: string) => own.replaceAll("'", String.raw`'\''`)
    : escapeIn(/[\\"$`]/g)
  return line && { line, by, escape, isFilled: !isSingle, pos, end }
}

const SINGLE = /^'(?:[^']|'\\'')*'$/
const DOUBLE = /^"(?:[^"\\]|\\[^])*"$/

function remoteLine(
  there: readonly string[],
  { pos, end, redirects }: SimpleCommand,
  text: string,
) {
  const shell = shellOf(there[0])
  const at = there.findIndex((word) => /^-[a-z]*c$/.test(word))
  const here = redirects.find(({ body }) => body !== undefined)?.body
  const reads = there.length === 0 || (shell !== undefined && at === -1)
  const typed = shell !== undefined && at !== -1 ? (there[at + 1] ?? '') : there.join(' ')
  const line = parseLine(here && reads ? text.slice(here.pos, here.end) : typed)
  return 'why' in line ? undefined : { line, by: 'remote' as const, pos, end }
}
