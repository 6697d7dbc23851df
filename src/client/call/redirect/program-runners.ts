import { realpathSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

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
