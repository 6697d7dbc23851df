import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { defineCommand } from '../../../runtime/index.ts'
import { s } from '../../../schema/index.ts'
import { loadDescription, toExecutable } from '../../../wrap/index.ts'

/** Writes a file that can be run: the wrapped tool. */
export const command = defineCommand({
  description: 'Writes an executable file that answers by the contract',
  danger: 'mutating',
  exitCodes: {
    SUCCESS: 'The file can be run',
    NOT_FOUND: 'There is no such description',
    CONFLICT: 'The file exists',
    PRECONDITION: 'The description has mistakes',
  },
  errors: {
    FILE_EXISTS: { exit: 'CONFLICT', suggestion: 'Delete it, or choose another name.' },
  },
  args: {
    description: s.string().min(1).describe('A file, or the name of a ready description'),
    file: s.string().min(1).optional().describe('What to write; default the name of the tool'),
  },
  examples: [{ description: 'git for agents', command: 'surety wrap write git ./git-agent' }],
  output: s.object({ effect: s.enum(['created']), file: s.string(), tool: s.string() }),
  validate: ({ args: { file } }) =>
    file === undefined || /^[a-z0-9][a-zA-Z0-9._-]*$/.test(basename(file))
      ? []
      : [
          {
            param: '<file>',
            code: 'INVALID_VALUE',
            message: `<file>: the tool is called like its file, and '${basename(file)}' is no name of a tool.`,
            suggestion: 'Use lower-case letters, digits, - and _.',
          },
        ],
  run: async ({ args, fail }) => {
    const { description } = await loadDescription(args.description)
    const file = args.file ?? description.name
    await writeFile(file, toExecutable(description, file), { flag: 'wx', mode: 0o755 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
        fail('FILE_EXISTS', `${file} exists and is not overwritten.`, { target: file })
      },
    )
    return { effect: 'created' as const, file, tool: basename(file) }
  },
  text: ({ file }) =>
    `Wrote ${file}; start with: ${file.includes('/') ? file : `./${file}`} --help`,
})
