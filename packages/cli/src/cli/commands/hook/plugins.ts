import type { ClientName } from './clients.ts'

/** The first line of a file of code by which it is known as ours. */
export const pluginStart = (client: ClientName) => `// Written by "surety hook install ${client}".`

/** The clients whose hooks are functions: what they load asks the same command as the others do. */
export const PLUGINS: Readonly<Partial<Record<ClientName, string>>> = {
  opencode: `${asking('opencode')}
export const SuretyNote = async ({ directory }) => ({
  'tool.execute.after': async ({ tool, args }, output) => {
    if (tool !== 'bash') return
    try {
      const tool_response = { output: output.output, exit: output.metadata?.exit }
      const message = { tool_name: tool, tool_input: args, tool_response, cwd: directory }
      const { note } = JSON.parse(await ask(message))
      output.output = output.output + '\\n' + note
    } catch {
      // The output stays as it was.
    }
  },
})
`,
  pi: `${asking('pi')}
export default function (pi) {
  pi.on('tool_result', async ({ toolName, input, content, isError }, { cwd }) => {
    if (toolName !== 'bash') return
    try {
      const tool_response = { content, isError }
      const message = { tool_name: toolName, tool_input: input, tool_response, cwd }
      const { note } = JSON.parse(await ask(message))
      return { content: [...content, { type: 'text', text: note }] }
    } catch {
      // The output stays as it was.
    }
  })
}
`,
}

function asking(client: ClientName): string {
  return `${pluginStart(client)}
import { execFile } from 'node:child_process'
const ask = (message) =>
  new Promise((resolve) => {
    const done = (_error, stdout) => resolve(stdout)
    const child = execFile('surety', ['hook', 'note', '${client}'], { timeout: 5000 }, done)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(message))
  })
`
}
