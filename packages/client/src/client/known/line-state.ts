import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ClientOptions } from '../options.ts'

type Known = NonNullable<ClientOptions['known']>

/** Has a line write at its end which folder it is in and what it exports, for the next line of a session. */
export function keepState(session: { cwd?: string; env?: NodeJS.ProcessEnv }) {
  const folder = mkdtempSync(join(tmpdir(), 'surety-line-'))
  const file = join(folder, 'state')
  const trap = `trap '{ pwd; command env -0; } > "${file}" 2> /dev/null' EXIT; `
  const around =
    (known: Known): Known =>
    async (argv, cwd, env) => {
      const found = await known(argv, cwd, env)
      const words = found?.argv ?? argv
      if (found === undefined) return undefined
      return { ...found, argv: [...words.slice(0, -1), trap + words.at(-1)!] }
    }
  const take = () => {
    const text = textIn(file)
    rmSync(folder, { recursive: true, force: true })
    const end = text.indexOf('\n')
    // A line that a signal ended, or one with a trap of its own, leaves what was there.
    if (end === -1) return
    session.cwd = text.slice(0, end)
    const pairs = text
      .slice(end + 1)
      .split('\0')
      .filter(Boolean)
    const named = pairs.map((pair) => [pair.split('=', 1)[0]!, pair.slice(pair.indexOf('=') + 1)])
    session.env = Object.fromEntries(named.filter(([name]) => !/^(?:_|SHLVL)$/.test(name!)))
  }
  return { around, take }
}

function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
