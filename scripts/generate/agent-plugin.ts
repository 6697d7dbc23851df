import packageJson from '../../package.json' with { type: 'json' }
import {
  manifestText,
  serversText,
} from '../../packages/cli/src/cli/commands/plugin/plugin-files.ts'

/** Generates the plugin of this repository, whose skill for authors is written by hand. */
export async function generate(): Promise<Record<string, string>> {
  const { name, version, description, license } = packageJson
  return {
    'plugin/plugin.json': manifestText({ name, version, description }, { license }),
    'plugin/mcp.json': serversText(name, { command: name, args: ['--mcp'] }),
  }
}
