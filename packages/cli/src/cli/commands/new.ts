import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { quoteWords } from '@surety/internal/quote-words.ts'
import { defineCommand } from 'surety/unstable/runtime'
import { s } from 'surety/unstable/schema'
import { examples, flag, matching, text } from '../input/option-kinds.ts'
import { makeFolder } from '@surety/internal/own-folder.ts'

export const command = defineCommand({
  description: 'Writes a new tool: a project that runs, with tests and types',
  danger: 'mutating',
  exitCodes: { SUCCESS: 'The folder holds the tool', CONFLICT: 'The folder is not empty' },
  errors: {
    FOLDER_NOT_EMPTY: { exit: 'CONFLICT', suggestion: 'Choose another folder with --folder.' },
    FOLDER_IS_A_FILE: { exit: 'CONFLICT', suggestion: 'Choose another folder with --folder.' },
  },
  args: {
    name: matching(
      /^[a-z][a-z0-9-]{0,62}$/,
      'at most 63 lower-case letters, digits and dashes, a letter first',
      'Name of the tool: lower-case letters, digits and dashes',
    ),
  },
  options: {
    ts: s.boolean().default(false).conflicts('js').describe('In TypeScript, the default'),
    js: flag('In JavaScript'),
    folder: text('Where to write it; default: its name'),
  },
  examples: examples({
    'Write a tool in TypeScript': 'surety new greet',
    'Write one in JavaScript': 'surety new greet --js',
  }),
  type: 'new_tool',
  output: s.object({
    effect: s.enum(['created']),
    folder: s.string(),
    files: s.array(s.string()),
    next: s.array(s.string()),
  }),
  run: async ({ args, options, tool, fail }) => {
    const shown = options.folder ?? args.name
    const folder = resolve(shown)
    const there = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      if (error.code === 'ENOTDIR') return fail('FOLDER_IS_A_FILE', `${shown} is a file.`)
      throw error
    })
    if (there.length > 0) fail('FOLDER_NOT_EMPTY', `The folder ${shown} is not empty.`)
    const files = await projectFiles(args.name, options.js ? 'js' : 'ts', tool.version)
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path)
      makeFolder(dirname(file))
      // A file that appeared meanwhile is not ours to replace.
      await writeFile(file, text, { flag: 'wx' })
    }
    return {
      effect: 'created' as const,
      folder,
      files: Object.keys(files),
      next: [
        `cd ${quoteWords([shown])}`,
        'npm install',
        'npm start -- hello Ada',
        'npm test',
        'npm run check',
      ],
    }
  },
  text: ({ folder, files, next }, { paint }) =>
    [
      `${paint.green('Created')} ${folder} ${paint.dim(`(${files.length} files)`)}`,
      '',
      'Next:',
      ...next.map((line) => `  ${paint.cyan(line)}`),
    ].join('\n'),
})

/** Seen from the built file. */
const TEMPLATES = new URL('../../templates/', import.meta.url)

const FILES = {
  'package.json': '{{language}}/package.json',
  'tsconfig.json': '{{language}}/tsconfig.json',
  // A package never holds a file of that name.
  '.gitignore': '{{language}}/gitignore',
  'README.md': 'both/README.md',
  'src/cli.{{language}}': 'both/src/cli',
  'src/main.{{language}}': 'both/src/main',
  'src/cli.test.{{language}}': 'both/src/cli.test',
  '.github/workflows/check.yml': 'both/check.yml',
}

async function projectFiles(name: string, language: 'ts' | 'js', version: string) {
  const words: Readonly<Record<string, string>> = { name, language, version }
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => words[word]!)
  const files: Record<string, string> = {}
  for (const [path, template] of Object.entries(FILES))
    files[fill(path)] = fill(await readFile(new URL(fill(template), TEMPLATES), 'utf8'))
  return files
}
