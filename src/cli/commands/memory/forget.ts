import { createFileMemory, toolKey, type Memory } from '../../../client/index.ts'
import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { memoryDirOf, stateOptions, stateDirOf } from '../../state-folder.ts'

/** Forgets tools; the next call learns again what it needs. */
export const command = defineCommand({
  description: 'Forgets what was learnt about a tool',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The tool is forgotten' },
  args: {
    tool: s
      .string()
      .min(1)
      .optional()
      .describe('Name or path of the tool, as shown by memory list'),
  },
  options: {
    all: s.boolean().default(false).describe('Forgets every tool'),
    ...stateOptions,
  },
  examples: [
    { description: 'One tool', command: 'surety memory forget deployer' },
    { description: 'Everything', command: 'surety memory forget --all' },
  ],
  validate: ({ args, options }) =>
    (args.tool === undefined) === options.all
      ? undefined
      : [
          {
            code: 'MISSING_ARGUMENT',
            param: '<tool>',
            message: options.all
              ? 'Name a tool or give --all, not both.'
              : 'Name a tool, or give --all.',
          },
        ],
  dryRun: async ({ args, options, processEnv }) => {
    const tools = await matching(memoryOf(options.stateDir, processEnv), args.tool)
    return { effect: 'would_delete', would_affect: { tools } }
  },
  run: async ({ args, options, processEnv }) => {
    const memory = memoryOf(options.stateDir, processEnv)
    const tools = await matching(memory, args.tool)
    for (const tool of tools) await memory.forget(tool)
    return { effect: tools.length > 0 ? 'deleted' : 'noop', tools }
  },
})

function memoryOf(given: string | undefined, env: NodeJS.ProcessEnv): Memory {
  return createFileMemory(memoryDirOf(stateDirOf(given, env)))
}

/** Finds tools by exact name, or else by the last part of their name. */
async function matching(memory: Memory, name: string | undefined): Promise<string[]> {
  const known = (await memory.list()).map(({ tool }) => tool)
  if (name === undefined) return known
  const exact = known.filter((tool) => tool === name || tool === toolKey(name.split(' '), '.'))
  return exact.length > 0 ? exact : known.filter((tool) => tool.split(/[\\/ ]/).at(-1) === name)
}
