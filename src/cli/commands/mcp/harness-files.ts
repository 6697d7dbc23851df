import { basename, extname } from 'node:path'

/** The harnesses whose configuration is known. */
export const HARNESSES = ['claude-code', 'codex', 'cursor', 'vscode'] as const

/** One of the known harnesses. */
export type Harness = (typeof HARNESSES)[number]

/** An MCP server that a harness starts. */
export interface ServerEntry {
  /** The name that the harness shows. */
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Variables to pass on; their values stay out of the file. */
  readonly variables: readonly string[]
}

/** A configuration file of a harness. */
export interface HarnessFile {
  /** Where the harness looks for it, in a project. */
  readonly path: string
  readonly format: 'json' | 'toml'
  readonly text: string
}

/** Writes the file that makes a harness start a server. */
export function harnessFile(harness: Harness, entry: ServerEntry): HarnessFile {
  const { name, command, args } = entry
  switch (harness) {
    case 'claude-code':
      return jsonFile('.mcp.json', 'mcpServers', name, {
        type: 'stdio',
        command,
        args,
        ...environment(entry, (variable) => `\${${variable}}`),
      })
    case 'cursor':
      return jsonFile('.cursor/mcp.json', 'mcpServers', name, {
        command,
        args,
        ...environment(entry, (variable) => `\${env:${variable}}`),
      })
    case 'vscode':
      return jsonFile('.vscode/mcp.json', 'servers', name, {
        type: 'stdio',
        command,
        args,
        ...environment(entry, (variable) => `\${env:${variable}}`),
      })
    case 'codex':
      return { path: '.codex/config.toml', format: 'toml', text: codexText(entry) }
  }
}

/** Derives the name of a server from the tool that it serves. */
export function serverName(tool: string): string {
  const name = basename(tool, extname(tool)).replaceAll(/[^A-Za-z0-9_-]+/g, '-')
  return name.replaceAll(/^-+|-+$/g, '') || 'tool'
}

function environment({ variables }: ServerEntry, refer: (variable: string) => string) {
  if (variables.length === 0) return {}
  return { env: Object.fromEntries(variables.map((variable) => [variable, refer(variable)])) }
}

function jsonFile(path: string, member: string, name: string, server: object): HarnessFile {
  const text = `${JSON.stringify({ [member]: { [name]: server } }, null, 2)}\n`
  return { path, format: 'json', text }
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
