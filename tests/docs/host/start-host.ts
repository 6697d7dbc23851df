import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Variables = Readonly<Record<string, string | undefined>>

/** The process that answers the calls of pages, and the variables whose PATH leads to it. */
export interface Host {
  readonly env: Variables
  end(): Promise<unknown>
}

/**
 * Starts it. First in the PATH are scripts that pass a call on to it. If the host says `real`, or something is piped
 * in, they start the program itself, which finds no such script.
 */
export async function startHost(
  folder: string,
  programs: Readonly<Record<string, string>>,
  variables: Variables,
): Promise<Host> {
  const file = fileURLToPath(new URL('host.mjs', import.meta.url))
  const bin = join(folder, 'asks')
  const env = { ...variables, PATH: [bin, variables['PATH']].join(delimiter) }
  const child = spawn(process.execPath, ['--no-warnings', file, folder, JSON.stringify(programs)], {
    env,
    // `surety run` hands on what its tool says there.
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const port = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    once(child, 'exit').then(() => {
      throw new Error('the host of the pages did not start')
    }),
  ])
  mkdirSync(bin)
  for (const name of ['node', ...Object.keys(programs)]) {
    writeFileSync(join(bin, name), scriptOf(name, port.trim()))
    chmodSync(join(bin, name), 0o755)
  }
  return {
    env,
    end: () => {
      child.stdin.end()
      return once(child, 'close')
    },
  }
}

function scriptOf(name: string, port: string): string {
  return `#!/bin/bash
if [ /dev/stdin -ef /dev/null ] && exec 3<>/dev/tcp/127.0.0.1/${port}; then
  printf '%s\\0' $(($# + 3)) "$PWD" "$(declare -xp)" ${name} "$@" >&3
  read -r code errors <&3
  if [ "$code" != real ]; then
    cat <&3
    [ -n "$errors" ] && cat "$errors" >&2
    exit "$code"
  fi
  exec 3>&-
fi
PATH="\${PATH#*:}"
exec ${name} "$@"
`
}
