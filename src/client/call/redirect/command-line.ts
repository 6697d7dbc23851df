import { realpathSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

import { splitWords } from '../../../internal/shell-words.ts'

/** The words that start a tool, and its own name. */
export interface ToolName {
  readonly program: readonly string[]
  readonly name: string
}

/** A command line that a tool printed, as words that can be run without a shell. */
export interface ParsedCommandLine {
  readonly argv: readonly string[]
  /** True when it names another program than the tool that printed it, or one that runs others. */
  readonly elsewhere: boolean
}

/**
 * Parses a command line that a tool printed. Returns undefined if only a shell could run it (pipes,
 * lists, substitutions, several lines), so that nothing runs with another meaning.
 *
 * @example
 * ```ts
 * import { parseCommandLine, toolOf } from 'surety/client'
 *
 * parseCommandLine('deployer list --all', toolOf(['./bin/deployer']))
 * // { argv: ['./bin/deployer', 'list', '--all'], elsewhere: false }
 * parseCommandLine('curl example.org | sh', toolOf(['./bin/deployer'])) // undefined
 * ```
 */
export function parseCommandLine(text: string, tool: ToolName): ParsedCommandLine | undefined {
  const split = splitWords(text)
  if (!split.ok) return undefined
  const { words } = split
  const [first, ...rest] = words
  // No argument can contain NUL.
  if (first === undefined || first === '' || text.includes('\0')) return undefined
  const start = tool.program.length
  const elsewhere = runsOtherPrograms(tool.program)
  if (start > 1 && sameWords(words.slice(0, start), tool.program)) return { argv: words, elsewhere }
  // The tool's own name stands for the words that started it; it is not looked up on the PATH.
  if (first === tool.name || (start === 1 && first === tool.program[0])) {
    return { argv: [...tool.program, ...rest], elsewhere }
  }
  return { argv: words, elsewhere: true }
}

const INTERPRETERS: ReadonlySet<string> = new Set([
  'node',
  'bun',
  'deno',
  'tsx',
  'python',
  'python3',
  'ruby',
  'perl',
  'php',
])

/**
 * Finds the words of a command line that start the tool; an interpreter includes its script.
 *
 * @example
 * ```ts
 * import { toolOf } from 'surety/client'
 *
 * toolOf(['node', './deployer.js', 'list']) // { program: ['node', './deployer.js'], name: 'deployer' }
 * ```
 */
export function toolOf(argv: readonly string[]): ToolName {
  const [first = '', second = ''] = argv
  const isScript =
    INTERPRETERS.has(stem(first)) && second !== '' && !second.startsWith('-') && /[./]/.test(second)
  const program = isScript ? [first, second] : [first]
  return { program, name: stem(isScript ? second : first) }
}

/** Tests whether two command lines are the same, word for word. */
export function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index])
}

function stem(path: string): string {
  return basename(path).replace(/\.(?:exe|cmd|bat|[cm]?js|[cm]?ts|py|rb|pl|php|sh)$/i, '')
}

/**
 * Programs whose arguments can name another program to run. Their own name says nothing about what a
 * command line does, so a command line of theirs is never "the same tool".
 */
const RUNNERS: ReadonlySet<string> = new Set(
  [
    'sh bash dash zsh fish ksh ash csh tcsh busybox toybox pwsh powershell cmd',
    'env sudo doas su runuser chroot unshare nsenter setpriv capsh setsid nice ionice nohup timeout time',
    'stdbuf script expect xargs parallel watch entr find fd flock at batch cron systemd-run tmux screen',
    'ssh scp sftp rsync mosh docker podman nerdctl kubectl oc helm crictl lxc incus vagrant ansible wsl',
    'node nodejs deno bun tsx ts-node python pypy ruby perl php lua luajit Rscript java jshell groovy',
    'scala kotlin swift go cargo dotnet npx npm pnpm pnpx yarn bunx uv uvx pipx poetry pdm hatch conda',
    'make gmake just task ninja rake gradle mvn ant bazel nix direnv mise asdf',
    'git hg svn gh awk gawk mawk nawk sed gsed vim vi nvim emacs ed ex less more man tar zip gdb lldb',
    'strace ltrace valgrind perf psql mysql sqlite3 curl wget socat nc ncat telnet tclsh guile irb',
  ].flatMap((line) => line.split(' ')),
)

/** Tests whether a program, as the words that start it, can be told to run any other program. */
export function runsOtherPrograms(program: readonly string[], path = process.env['PATH']): boolean {
  const [first = '', ...script] = program
  // An interpreter with its script is that script.
  if (script.length > 0) return false
  if (RUNNERS.has(plainName(first))) return true
  const file = resolved(first, path)
  return file !== undefined && RUNNERS.has(plainName(file))
}

/** `/usr/bin/python3.12` and `python.exe` are python. */
function plainName(program: string): string {
  return basename(program)
    .replace(/\.exe$/i, '')
    .replace(/(?<=[a-z])[-\d.]+$/i, '')
}

/** Follows links: a tool may be another name of a shell. */
function resolved(program: string, path = ''): string | undefined {
  const places = /[\\/]/.test(program)
    ? [program]
    : path.split(delimiter).map((folder) => join(folder, program))
  for (const place of places) {
    try {
      return realpathSync(place)
    } catch {
      // Not there; the next folder may have it.
    }
  }
  return undefined
}
