import { takesValue } from '../declare/framework-flags.ts'

/** What the flags ask for. */
export interface McpRequest {
  /** Patterns of commands that become a tool each. */
  readonly tools: readonly string[]
  /** The port of HTTP; null for standard input and output. */
  readonly port: number | null
  /** The address to listen at; null for this machine alone. */
  readonly host: string | null
  /** Words that every call begins with, such as a global option. */
  readonly words: readonly string[]
}

/** Reads the flags of the server; a text says what is wrong with them. */
export function parseMcpFlags(argv: readonly string[]): McpRequest | string {
  const tools: string[] = []
  const words: string[] = []
  let port: number | null = null
  let host: string | null = null
  for (let at = 0; at < argv.length; at += 1) {
    const token = argv[at]!
    const equals = token.indexOf('=')
    const name = equals < 0 ? token : token.slice(0, equals)
    if (name === '--mcp' && equals < 0) continue
    if (!/^--mcp(?:-|$)/.test(name)) {
      words.push(token)
      continue
    }
    if (!takesValue(name.slice(2))) return `There is no option ${name}.`
    const value = equals < 0 ? argv[(at += 1)] : token.slice(equals + 1)
    if (value === undefined || value === '') return `${name} needs a value.`
    if (name === '--mcp-tools') tools.push(...value.split(',').filter((part) => part !== ''))
    else if (name === '--mcp-host') host = value
    else if (/^\d{1,5}$/.test(value) && Number(value) < 65_536) port = Number(value)
    else return `--mcp-http needs a port from 0 to 65535, not '${value.slice(0, 50)}'.`
  }
  if (host !== null && port === null) return '--mcp-host needs --mcp-http.'
  return { tools, port, host, words }
}
