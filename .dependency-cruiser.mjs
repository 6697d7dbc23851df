import { readdirSync, readFileSync } from 'node:fs'

const folders = readdirSync(new URL('packages/', import.meta.url))
/** Which packages a package may import: those that its package.json names. */
const packages = Object.fromEntries(folders.map((name) => [name, namedBy(name)]))

/** Which rooms of its own package a room may import. */
const rooms = {
  surety: {
    contract: [],
    schema: [],
    description: ['contract'],
    'failure-reader': ['contract'],
    dialects: ['contract', 'schema', 'description', 'failure-reader'],
    formats: ['contract', 'schema'],
    mcp: ['contract', 'dialects'],
    runtime: ['contract', 'schema', 'dialects', 'formats', 'mcp'],
    watchdog: ['contract', 'dialects', 'runtime'],
    http: ['contract', 'dialects', 'runtime'],
    testing: ['contract', 'schema', 'dialects', 'formats', 'runtime'],
    unstable: [
      'contract',
      'schema',
      'description',
      'failure-reader',
      'dialects',
      'runtime',
      'testing',
    ],
  },
  adopt: {
    ask: [],
    catch: [],
    fronts: ['catch'],
    isolate: ['ask', 'catch'],
    around: ['ask', 'catch', 'fronts'],
  },
  client: { programs: [], shell: ['programs'], client: ['programs', 'shell'] },
  check: { conformance: [], command: ['conformance'] },
  cli: { replay: [], wrap: [], cli: ['replay', 'wrap'] },
}

/** The stages of `packages/surety/src/runtime`, lowest first; a stage imports only those before it. */
const runtimeStages = [
  'process',
  'human',
  'handler',
  'declare',
  'line',
  'run',
  'result',
  'output',
  'input',
  'services',
  'calls',
  'help',
  'steps',
  'lifecycle',
  'mcp',
]

/** The types of members that steps bring to declarations. */
const members = '^packages/surety/src/runtime/steps/.*members\\.ts$'

/** The one file (or files) that may import a heavy package. */
const homes = {
  yaml: '^packages/internal/src/yaml-text\\.ts$',
  '@toon-format/toon': '^packages/internal/src/toon-text\\.ts$',
  '@clack/prompts': '^packages/surety/src/runtime/.*prompts[^/]*\\.ts$',
  '@modelcontextprotocol/server': '^packages/surety/src/mcp/protocol/sdk\\.ts$',
  unbash: '^packages/client/src/shell/parse-line\\.ts$',
}

/** Packages that serve tests and scripts and have no place in what we ship. */
const devOnly = ['zod', 'ajv', 'smol-toml', 'vitest', 'fast-check', 'tinyexec', 'tsx']

/** Files that only tests load: shared suites, generators of input, tables of cases, small programs. */
const roles = '\\.(suite|arbitrary|table|program)\\.ts$'
const tests = '\\.(test|test-d|suite|arbitrary|table|program)\\.ts$'
const dialectFolders = 'spec|td|claw|animus|incur|described'
const formatIds = readFormatIds().join('|')

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A cycle, type-only ones included, means that two files are really one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere, except in programs that go wrong on purpose.',
      severity: 'error',
      from: { path: '^(packages|tests|examples|scripts)/', pathNot: '^tests/bin/' },
      to: { couldNotResolve: true },
    },
    ...Object.entries(packages).map(([name, below]) => ({
      name: `${name}-imports-down`,
      comment: `packages/${name} may import ${below.join(', ') || 'no other package'}.`,
      severity: 'error',
      from: { path: `^packages/${name}/src/`, pathNot: tests },
      to: {
        path: '^(packages|tests|examples|scripts|bench|pages)/',
        pathNot: `^packages/(${[name, ...below].join('|')})/`,
      },
    })),
    {
      name: 'other-packages-by-name',
      comment: 'A package is imported by its name; paths are for what is inside.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypesNot: ['aliased'] },
    },
    ...Object.entries(rooms).flatMap(([name, all]) =>
      Object.entries(all).map(([room, below]) => ({
        name: `${name}-${room}-imports-down`,
        comment: `packages/${name}/src/${room} may import ${below.join(', ') || 'no other room'}.`,
        severity: 'error',
        from: { path: `^packages/${name}/src/${room}/`, pathNot: tests },
        to: {
          path: `^packages/${name}/src/`,
          pathNot: `^packages/${name}/src/(${[room, ...below].join('|')})/`,
        },
      })),
    ),
    ...runtimeStages.map((stage, index) => ({
      name: `runtime-${stage}-imports-down`,
      comment: `packages/surety/src/runtime/${stage} may import ${runtimeStages.slice(0, index).join(', ') || 'no other stage'}.`,
      severity: 'error',
      from: { path: `^packages/surety/src/runtime/${stage}/`, pathNot: tests },
      to: {
        path: '^packages/surety/src/runtime/',
        pathNot: [
          `^packages/surety/src/runtime/(${runtimeStages.slice(0, index + 1).join('|')})/`,
          members,
        ],
      },
    })),
    {
      name: 'adopt-takes-contract-and-reader',
      comment:
        'What it takes of surety is in its build, so it takes what has no framework behind it.',
      severity: 'error',
      from: { path: '^packages/adopt/src/', pathNot: tests },
      to: {
        path: '^packages/surety/src/',
        pathNot: '^packages/surety/src/(contract|failure-reader)/',
      },
    },
    {
      name: 'members-import-nothing',
      comment: 'The types of members that steps bring to declarations, which are below them.',
      severity: 'error',
      from: { path: members },
      to: { path: '^packages/', pathNot: members },
    },
    ...Object.entries(rooms).map(([name, all]) => ({
      name: `known-rooms-of-${name}`,
      comment: 'A new room needs a line in the table of this file.',
      severity: 'error',
      from: {
        path: `^packages/${name}/src/[^/]+/`,
        pathNot: `^packages/${name}/src/(${Object.keys(all).join('|')})/`,
      },
      to: { path: '.' },
    })),
    {
      name: 'through-the-index',
      comment:
        "Across rooms only the other room's index.ts; runtime/human is what lazy commands draw with, runtime/surface.ts what other ways into a tool are built with, dialects/wires.ts what writes and never reads, schema/coerce.ts and schema/foreign.ts what few calls load.",
      severity: 'error',
      from: { path: '^packages/(surety|client|check|cli)/src/([^/]+)/', pathNot: '/src/unstable/' },
      to: {
        path: '^packages/$1/src/[^/]+/',
        pathNot: [
          '^packages/$1/src/$2/',
          '/src/[^/]+/index\\.ts$',
          '/src/runtime/human/index\\.ts$',
          '/src/runtime/surface\\.ts$',
          '/src/dialects/wires\\.ts$',
          '/src/schema/(?:coerce|foreign)\\.ts$',
          roles,
        ],
      },
    },
    {
      name: 'never-your-own-index',
      comment: 'Inside a room import files directly.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/([^/]+)/', pathNot: tests },
      to: { path: '^packages/$1/src/$2/index\\.ts$' },
    },
    {
      name: 'public-lists-are-last',
      comment: 'Nothing in a package imports its own public lists: they are for users.',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '^packages/(surety/src/index|[^/]+/src/.*/public)\\.ts$' },
    },
    {
      name: 'no-self-reference',
      comment: 'Inside a package imports are relative; its name is for others.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/' },
      to: { path: '^packages/$1/', dependencyTypes: ['aliased'] },
    },
    {
      name: 'dialects-stand-alone',
      comment:
        'One family of dialects never imports another; what two share lives in read/, write/ or json/.',
      severity: 'error',
      from: { path: `^packages/surety/src/dialects/(${dialectFolders})/`, pathNot: tests },
      to: {
        path: `^packages/surety/src/dialects/(${dialectFolders})/`,
        pathNot: '^packages/surety/src/dialects/$1/',
      },
    },
    {
      name: 'formats-stand-alone',
      comment: 'One format never imports another; what two share lives beside format.ts.',
      severity: 'error',
      from: { path: `^packages/surety/src/formats/(${formatIds})\\.ts$` },
      to: { path: `^packages/surety/src/formats/(${formatIds})\\.ts$` },
    },
    ...Object.entries(homes).map(([name, home]) => ({
      name: `one-home-for-${name.replaceAll(/\W+/g, '-').replace(/^-/, '')}`,
      comment: `${name} is imported in ${home} and nowhere else.`,
      severity: 'error',
      from: { path: '^packages/', pathNot: [home, tests] },
      to: { path: `(^|/)node_modules/${name}/` },
    })),
    {
      name: 'no-dev-packages-in-src',
      comment: 'Validators and test tools stay out of what we ship; only tests import them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: `(^|/)node_modules/(${devOnly.join('|')})/` },
    },
    {
      name: 'tests-use-the-public-surface',
      comment: 'tests/ and examples/ import surety by name, as a user does.',
      severity: 'error',
      from: { path: '^(tests|examples)/' },
      to: { path: '^packages/[^/]+/(src|dist)/', dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'Test files are leaves. Suites that other tests call are named *.suite.ts.',
      severity: 'error',
      from: {},
      to: { path: '\\.(test|test-d)\\.ts$' },
    },
    {
      name: 'suites-are-for-tests',
      comment: 'What we ship imports no suite of cases.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: tests },
      to: { path: roles },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: '(^|/)node_modules/|/dist/' },
    exclude: { path: '^(build|bench|coverage)/|^packages/[^/]+/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.mts', '.js', '.mjs', '.json', '.d.ts'],
    },
  },
}

function namedBy(folder) {
  const file = new URL(`packages/${folder}/package.json`, import.meta.url)
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
  const names = Object.keys({ ...dependencies, ...devDependencies })
  return names.map((name) => name.replace('@surety/', '')).filter((name) => folders.includes(name))
}

/** The files that the registry loads are the formats. */
function readFormatIds() {
  const registry = new URL('packages/surety/src/formats/registry.ts', import.meta.url)
  const text = readFileSync(registry, 'utf8')
  return [...text.matchAll(/import\('\.\/([\w-]+)\.ts'\)/g)].map(([, id]) => id)
}
