import { basename, extname } from 'node:path'

const JSON_FILES = {
  'claude-code': { path: '.mcp.json', member: 'mcpServers', variable: '', type: 'stdio' },
  cursor: { path: '.cursor/mcp.json', member: 'mcpServers', variable: 'env:', type: undefined },
  vscode: { path: '.vscode/mcp.json', member: 'servers', variable: 'env:', type: 'stdio' },
}

export const HARNESSES = ['claude-code', 'codex', 'cursor', 'vscode'] as const

export interface ServerEntry {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly variables: readonly string[]
}

export function harnessFile(harness: (typeof HARNESSES)[number], entry: ServerEntry) {
  if (harness === 'codex')
    return { path: '.codex/config.toml', format: 'toml', text: codexText(entry) }
  const { name, command, args, variables } = entry
  const { path, member, variable, type } = JSON_FILES[harness]
  const env = variables.map((each) => [each, `\${${variable}${each}}`])
  const server = { type, command, args, ...(env.length > 0 && { env: Object.fromEntries(env) }) }
  const text = `${JSON.stringify({ [member]: { [name]: server } }, null, 2)}\n`
  return { path, format: 'json', text }
}

export function serverName(tool: string): string {
  const name = basename(tool, extname(tool)).replaceAll(/[^A-Za-z0-9_-]+/g, '-')
  return name.replaceAll(/^-+|(?<!-)-+$/g, '') || 'tool'
}

function codexText({ name, command, args, variables }: ServerEntry): string {
  return [
    `[mcp_servers.${name}]`,
    `command = ${tomlString(command)}`,
    `args = ${tomlList(args)}`,
    ...(variables.length > 0 ? [`env_vars = ${tomlList(variables)}`] : []),
    '',
  ].join('\n')
}

function tomlList(texts: readonly string[]): string {
  return `[${texts.map(tomlString).join(', ')}]`
}

/** Writes a text as a basic string; TOML escapes one character more than JSON. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', String.raw`\u007F`)
}
