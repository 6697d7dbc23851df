import { join } from 'node:path'

import type { Description } from 'surety/unstable/description'
import { knownCall, plainCall } from './known-call.ts'

/** The folder of the descriptions that come with surety, and that of the same as JSON, which is read faster. */
export const READY = join(import.meta.dirname, '../../descriptions')
export const BUILT = join(import.meta.dirname, '../descriptions')

/** Programs with the options of another one: the last word of each group. */
const SAME = new Map(
  [
    'python python3',
    'pip3 pip',
    'nodejs node',
    'cc g++ c++ gcc',
    'gmake make',
    'egrep fgrep grep',
    'gawk mawk nawk awk',
    'bash dash zsh ksh sh',
    'sha1sum sha224sum sha384sum sha512sum b2sum sha256sum',
    'gunzip gzip',
    'fdfind fd',
    'mamba micromamba conda',
    'batcat bat',
    'exa eza',
    'mariadb mysql',
    '7za 7zr 7zz 7z',
    'usermod userdel groupadd groupdel useradd',
  ].flatMap((group) => {
    const names = group.split(' ')
    return names.map((name) => [name, names.at(-1)!] as const)
  }),
)

interface Asked {
  readonly hasErrors?: boolean
}

/** Says what is known of a call of a program on the PATH or of the system: a file such as `./git` may be any program. */
export async function knownCallOf(words: readonly string[], asked: Asked = {}) {
  const found = await describedCall(words, asked)
  if (found === undefined) return undefined
  const { argv, calls } = found
  return { ...knownCall(argv, calls), asGiven: calls.as_given ?? [] }
}

/** Says of such a call what it is and how it ends. */
export async function plainCallOf(words: readonly string[], asked: Asked = {}) {
  const found = await describedCall(words, asked)
  return found && plainCall(found.argv, found.calls)
}

/** Finds the description of a call, and its words as that describes them. */
async function describedCall(words: readonly string[], { hasErrors = true }: Asked) {
  // Its own options follow, as they follow a program.
  const isCompose = /^(?:docker|podman)$/.test(words[0]!) && words[1] === 'compose'
  const argv = isCompose ? ['docker-compose', ...words.slice(2)] : words
  const name = nameOf(argv)
  const { calls } = (await load(name)) ?? {}
  if (!calls) return undefined
  const errors = hasErrors ? (await Promise.all([name, calls.like].map(rulesOf))).flat() : []
  return { argv, calls: { ...calls, errors } }
}

/** Lists the variables that a program gets from its caller beside the usual ones, by its description. */
export async function inheritsOf(argv: readonly string[]): Promise<readonly string[]> {
  return (await load(nameOf(argv)))?.inherits ?? []
}

/** Rules for failures are files of their own in the build: a hook asks for none. */
async function rulesOf(name: string | undefined) {
  return ((await load(name && `_${name}`)) ?? (await load(name)))?.calls?.errors ?? []
}

function nameOf(argv: readonly string[]): string | undefined {
  const [, file] =
    /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?([a-z0-9][\w.+-]*?)(?:\.exe)?$/.exec(argv[0] ?? '') ?? []
  return file === undefined ? undefined : (SAME.get(file) ?? file)
}

/** What was read: a batch asks for the same few programs again and again. */
const loaded = new Map<string, Promise<Description | undefined>>()

function load(name: string | undefined): Promise<Description | undefined> {
  if (name === undefined) return Promise.resolve(undefined)
  const known = loaded.get(name) ?? read(name)
  loaded.set(name, known)
  return known
}

async function read(name: string): Promise<Description | undefined> {
  // Small files, read at once, and importing Node's module takes longer: a hook answers sooner.
  const { existsSync, readFileSync } = process.getBuiltinModule('node:fs')
  const textOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  const json = textOf(join(BUILT, `${name}.json`))
  if (json !== undefined) return JSON.parse(json) as Description
  const yaml = textOf(join(READY, `${name}.surety.yaml`))
  if (yaml === undefined) return undefined
  const { readYaml } = await import('@surety/internal/yaml-text.ts')
  return (await readYaml(yaml)) as Description
}
