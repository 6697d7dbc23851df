import { readFileSync } from 'node:fs'

import { isAgent } from '@surety/internal/process/agent-caller.ts'

/** Programs that make a terminal for another program, and have no person in front of them. */
const TERMINAL_MAKERS =
  /^(?:script|expect|unbuffer|socat|empty|faketty|python[\d.]*|node|nodejs|bun|deno|ruby[\d.]*|perl|MainThread)$/

/** Agents by the names of their processes. */
const AGENT_NAMES = /^(?:claude|codex|gemini|opencode|cursor-agent|aider|goose|amp|crush|copilot)$/

/**
 * Says why nobody can be asked: no terminal, or an agent. What is looked at is the environment of this process and of
 * all above it, so that a variable that was removed is still seen, and what made the terminal.
 */
export function whyNobody(env: NodeJS.ProcessEnv): string | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return 'There is no terminal.'
  if (isOfAgent(env)) return 'The variables of this shell say that an agent runs it.'
  if (process.platform !== 'linux') return undefined
  const [self, ...above] = ancestors(process.pid)
  const agent = above.find(
    ({ name, environment }) => AGENT_NAMES.test(name) || isOfAgent(environment),
  )
  if (agent) return `An agent runs this: ${agent.name}, process ${agent.pid}.`
  // The first one with another terminal, or with none, made this one.
  const maker = above.find(({ terminal }) => terminal !== self?.terminal)
  if (maker && TERMINAL_MAKERS.test(maker.name))
    return `The terminal was made by ${maker.name}, process ${maker.pid}, and not for a person.`
  return undefined
}

/** A variable that says that it is a person after all does not help here. */
function isOfAgent(env: Readonly<Record<string, string | undefined>>): boolean {
  return isAgent({ ...env, NO_AGENT: undefined })
}

interface Ancestor {
  readonly pid: number
  readonly name: string
  readonly terminal: number
  readonly environment: Readonly<Record<string, string>>
}

/** Lists a process and those above it; those of other users hide their environment. */
function ancestors(from: number): readonly Ancestor[] {
  const found: Ancestor[] = []
  for (let pid = from; pid > 1 && found.length < 100;) {
    const stat = read(`/proc/${pid}/stat`)
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)/s.exec(stat) ?? []
    const [, above = '0', , , terminal = '0'] = rest.split(' ')
    const pairs = read(`/proc/${pid}/environ`).split('\0').map(toPair)
    found.push({ pid, name, terminal: Number(terminal), environment: Object.fromEntries(pairs) })
    pid = Number(above)
  }
  return found
}

function toPair(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
