/** The language of a new tool. */
export type Language = 'ts' | 'js'

/** The versions that a new tool is written for; a test holds them equal to our own. */
export const DEV_VERSIONS = {
  '@types/node': '^20.19.43',
  tsx: '^4.23.15',
  typescript: '~6.0.3',
} as const

/** Makes the files of a new tool, by path. */
export function projectFiles(
  name: string,
  language: Language,
  suretyVersion: string,
): Readonly<Record<string, string>> {
  const isTyped = language === 'ts'
  return {
    'package.json': json(
      isTyped ? typedPackage(name, suretyVersion) : plainPackage(name, suretyVersion),
    ),
    'tsconfig.json': json(isTyped ? TYPED_CHECKS : PLAIN_CHECKS),
    ...(isTyped && { 'tsconfig.build.json': json(TYPED_BUILD) }),
    '.gitignore': isTyped ? 'node_modules/\ndist/\n' : 'node_modules/\n',
    'README.md': readme(name, language),
    [`src/cli.${language}`]: cli(name),
    [`src/main.${language}`]: main(language),
    [`test/cli.test.${language}`]: tests(language),
  }
}

function typedPackage(name: string, suretyVersion: string): object {
  return {
    ...facts(name),
    bin: { [name]: 'dist/main.js' },
    files: ['dist'],
    scripts: {
      start: 'tsx src/main.ts',
      test: 'node --import tsx --test test/cli.test.ts',
      types: 'tsc',
      build: 'tsc -p tsconfig.build.json',
      check: 'npm run types && npm test && npm run build && surety check -- node dist/main.js',
      prepack: 'npm run build',
    },
    dependencies: { surety: `^${suretyVersion}` },
    devDependencies: DEV_VERSIONS,
  }
}

function plainPackage(name: string, suretyVersion: string): object {
  const { tsx: _, ...devDependencies } = DEV_VERSIONS
  return {
    ...facts(name),
    bin: { [name]: 'src/main.js' },
    files: ['src'],
    scripts: {
      start: 'node src/main.js',
      test: 'node --test',
      types: 'tsc',
      check: 'npm run types && npm test && surety check -- node src/main.js',
    },
    dependencies: { surety: `^${suretyVersion}` },
    devDependencies,
  }
}

function facts(name: string): object {
  return {
    name,
    version: '0.1.0',
    description: 'Greets people',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
  }
}

const STRICT = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
}

const TYPED_CHECKS = {
  compilerOptions: {
    ...STRICT,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    noEmit: true,
  },
  include: ['src', 'test'],
}

const TYPED_BUILD = {
  extends: './tsconfig.json',
  compilerOptions: { noEmit: false, rootDir: 'src', outDir: 'dist' },
  include: ['src'],
}

const PLAIN_CHECKS = {
  compilerOptions: { ...STRICT, allowJs: true, checkJs: true, noEmit: true },
  include: ['src', 'test'],
}

function cli(name: string): string {
  return `import { defineCli, s } from 'surety'

export const cli = defineCli({
  name: '${name}',
  version: '0.1.0',
  description: 'Greets people',
  commands: {
    hello: {
      description: 'Greets someone',
      danger: 'safe',
      args: { name: s.string().describe('Who to greet') },
      options: { loud: s.boolean().default(false).describe('Shout') },
      errors: { NOBODY: 'NOT_FOUND' },
      output: s.object({ greeting: s.string() }),
      examples: [{ description: 'Greet Ada', command: '${name} hello Ada' }],
      run: ({ args, options, fail }) => {
        if (args.name === 'nobody') fail('NOBODY', 'There is nobody of that name.')
        const greeting = \`Hello \${args.name}\`
        return { greeting: options.loud ? greeting.toUpperCase() : greeting }
      },
    },
  },
})
`
}

function main(language: Language): string {
  return `#!/usr/bin/env node
import { serve } from 'surety'

import { cli } from './cli.${language}'

await serve(cli)
`
}

function tests(language: Language): string {
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'

import { runCli } from 'surety/testing'

import { cli } from '../src/cli.${language}'

test('greets', async () => {
  const { outcome, exit } = await runCli(cli, ['hello', 'Ada', '--loud'])
  assert.deepEqual(outcome.data, { greeting: 'HELLO ADA' })
  assert.equal(exit, 0)
})

test('greets nobody', async () => {
  const { outcome } = await runCli(cli, ['hello', 'nobody'])
  assert.equal(outcome.exit, 'NOT_FOUND')
  assert.equal(outcome.error?.code, 'NOBODY')
})
`
}

function readme(name: string, language: Language): string {
  return `# ${name}

\`\`\`sh
npm install
npm start -- hello Ada   # run it
npm test                 # run its tests
npm run check            # types, tests, and whether it keeps its contract
\`\`\`

\`src/cli.${language}\` declares the commands: what each takes, returns and fails with. Programs get one line of JSON, people get
text. \`node_modules/surety/docs/README.md\` has a page per topic.
`
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
