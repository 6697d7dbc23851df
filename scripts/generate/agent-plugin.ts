import packageJson from '../../packages/surety/package.json' with { type: 'json' }
import {
  manifestText,
  serversText,
} from '../../packages/cli/src/cli/commands/plugin/plugin-files.ts'

/** Generates the plugin of this repository, whose skill for authors is written by hand. */
export async function generate(): Promise<Record<string, string>> {
  const { name, version, description, license } = packageJson
  return {
    'packages/cli/plugin/plugin.json': manifestText({ name, version, description }, { license }),
    'packages/cli/plugin/mcp.json': serversText(name, { command: name, args: ['--mcp'] }),
  }
}
