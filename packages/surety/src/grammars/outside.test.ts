import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { GrammarError } from './grammar-format.ts'
import { unreadMembers } from './losses.ts'
import { loadGrammar, readAnyGrammar } from './registry.ts'

const read = async (text: string, id: string) => {
  const found = await readAnyGrammar(text, { name: 'shelf' })
  expect(found?.id).toBe(id)
  const losses = await unreadMembers(found!.format, found!.read)
  return { ...found!.read.description, lost: losses.map(({ pointer }) => pointer) }
}

describe('fig', () => {
  const SPEC = `import { gen } from "./gen";
// The options of all commands.
const shared: Fig.Option[] = [
  { name: ["--verbose", "-v"], description: 'It\\'s "loud"', isPersistent: true },
];
const drop = async (tokens) => { const re = /[}"]/g; return \`\${tokens.map((t) => \`a\${t}\`)}\`; };
const completionSpec: Fig.Spec = {
  name: "shelf",
  description: "Keeps" + " books",
  subcommands: [
    {
      name: ["list", "ls"],
      description: \`Lists books\`,
      icon: "📚",
      args: { name: "tag", isOptional: true, suggestions: ["a", "b"], generators: gen(1) },
      options: [{ name: "--limit", args: { name: "count", default: "20" }, insertValue: "x" }],
    },
    {
      name: "burn",
      isDangerous: true,
      args: [{ name: "ids", isVariadic: true, generators: { custom: drop, script() { return "}"; } } }],
    },
    ...more.map((name) => ({ name })),
  ],
  options: [...shared, { name: "-q" } as Fig.Option],
} satisfies Fig.Spec;
export default completionSpec;
`

  test('reads a module without running it', async () => {
    const { lost, ...description } = await read(SPEC, 'fig')
    expect(description).toEqual({
      surety: 1,
      name: 'shelf',
      summary: 'Keeps books',
      options: { verbose: { type: 'boolean', summary: 'It\'s "loud"', aliases: ['-v'] } },
      commands: {
        '': {
          summary: 'Keeps books',
          options: { q: { type: 'boolean', words: ['-q'] } },
        },
        list: {
          summary: 'Lists books',
          aliases: ['ls'],
          args: { tag: { required: false } },
          options: { limit: { value_name: 'count', default: '20' } },
        },
        burn: { danger: 'destructive', args: { ids: { many: true } } },
      },
    })
    expect(lost).toEqual([
      '/subcommands/0/args/0/suggestions',
      '/subcommands/1/args/0/generators',
      '/subcommands/0/args/generators',
      '/subcommands/1/args/0/generators/custom',
      '/subcommands/1/args/0/generators/script',
      '/subcommands/2',
    ])
  })

  test.each([
    [
      'as small builds write it',
      'var a=[{name:"-q"}],e={name:"shelf",options:a,x:!0};export{e as default};',
    ],
    ['as CommonJS', 'module.exports = { name: "shelf", options: [{ name: "-q" }] }'],
    ['as JSON', '{ "name": "shelf", "options": [{ "name": "-q" }] }'],
  ])('reads a spec %s', async (_how, text) => {
    const { commands } = await read(text, 'fig')
    expect(commands?.['']?.options).toEqual({ q: { type: 'boolean', words: ['-q'] } })
  })

  test('names that stand for each other end', async () => {
    const text =
      'const a = [...b, ...b]; const b = [...a, { name: "-q" }];\nexport default { name: "x", options: a }'
    expect((await read(text, 'fig')).commands).toHaveProperty([''])
    const names = Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [...a${at}, ...a${at}]`)
    const bomb = `const a0 = [1]\n${names.join('\n')}\nexport default { name: "x", options: a40 }`
    expect((await read(bomb, 'fig')).name).toBe('x')
  })
})

test('carapace: reads flags with their marks, and what completes nothing is kept aside', async () => {
  const { lost, ...description } = await read(
    `name: shelf
description: Keeps books
persistentflags:
  -v, --verbose: Says more
commands:
  - name: list
    aliases: [ls]
    flags:
      --tag*=: Only with this tag
      --color?: Colours
      -long=!&: Needed
    completion:
      flag: { tag: [a, b] }
      positional: [[one]]
      positionalany: ["$files"]
    run: "[echo]"
`,
    'carapace',
  )
  expect(description).toEqual({
    surety: 1,
    name: 'shelf',
    summary: 'Keeps books',
    options: { verbose: { type: 'boolean', summary: 'Says more', aliases: ['-v'] } },
    commands: {
      list: {
        aliases: ['ls'],
        args: { arg1: { required: false }, args: { required: false, many: true } },
        options: {
          tag: { summary: 'Only with this tag', many: true },
          color: { summary: 'Colours', bare: true },
          long: { summary: 'Needed', required: true, hidden: true, words: ['-long', '{}'] },
        },
      },
    },
  })
  expect(lost).toEqual(['/commands/0/run', '/commands/0/completion/flag'])
})

const OCLIF_COMMAND = {
  id: 'issue:list',
  summary: 'Lists issues',
  aliases: ['ls', 'issue:ls'],
  args: { label: { name: 'label', description: 'Which', required: true, options: ['a', 'b'] } },
  flags: {
    state: { name: 'state', char: 's', type: 'option', description: 'State', multiple: true },
    all: { name: 'all', type: 'boolean', allowNo: true },
  },
  hooks: 1,
}

test.each([
  ['oclif.manifest.json', { version: '1.2.3', commands: { 'issue:list': OCLIF_COMMAND } }],
  ['commands --json', [OCLIF_COMMAND]],
])('oclif: reads %s', async (_from, document) => {
  const { lost, commands } = await read(JSON.stringify(document), 'oclif')
  expect(commands).toEqual({
    'issue list': {
      summary: 'Lists issues',
      aliases: ['ls'],
      args: { label: { summary: 'Which', values: ['a', 'b'] } },
      options: {
        state: { summary: 'State', many: true, aliases: ['-s'] },
        all: { type: 'boolean' },
        'no-all': { type: 'boolean' },
      },
    },
  })
  expect(lost).toEqual(['/commands/issue:list/hooks'])
})

test('symfony: reads what list --format=json prints', async () => {
  const quiet = { name: '--quiet', shortcut: '-q', accept_value: false, description: 'Less' }
  const install = {
    name: 'install',
    description: 'Installs',
    usage: ['install [--dry-run] [--] [<packages>...]', 'i'],
    help: '',
    hidden: false,
    definition: {
      arguments: { packages: { name: 'packages', is_required: false, is_array: true } },
      options: {
        quiet,
        prefer: { name: '--prefer', accept_value: true, is_value_required: true, default: 'dist' },
      },
    },
  }
  const about = { name: 'about', definition: { arguments: [], options: { quiet } } }
  const document = { application: { name: 'Composer', version: '2.7' }, commands: [install, about] }
  expect(await read(JSON.stringify(document), 'symfony')).toMatchObject({
    name: 'shelf',
    version: '2.7',
    options: { quiet: { type: 'boolean', summary: 'Less', aliases: ['-q'] } },
    commands: {
      install: {
        aliases: ['i'],
        args: { packages: { required: false, many: true } },
        options: { prefer: { default: 'dist' } },
      },
      about: {},
    },
  })
})

test.each(['fig', 'carapace', 'oclif', 'symfony'] as const)(
  '%s refuses other texts and throws nothing else',
  async (id) => {
    const { read: readText } = await loadGrammar(id)
    const part = fc.constantFrom(
      ...'export default { } [ ] ( ) , : ; "a" name ... const x = ` ${ / => module.exports 1 !0 as -'.split(
        ' ',
      ),
      '\n',
    )
    const document = fc.oneof(
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.array(part, { maxLength: 40 }).map((parts) => `export default ${parts.join(' ')}`),
    )
    await fc.assert(
      fc.asyncProperty(document, async (text) => {
        const end = await readText(text).then(
          () => 'read',
          (error: unknown) => error,
        )
        expect(end === 'read' || end instanceof GrammarError).toBe(true)
      }),
      { numRuns: 300 },
    )
  },
)
