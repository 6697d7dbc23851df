import { call, refused, type Tool } from './tool.ts'

export const CAC: readonly Tool[] = [
  {
    name: 'tsup',
    folder: 'tsup',
    framework: 'cac 6',
    bin: 'dist/cli-default.js',
    variable: 'TSUP',
    edits: [
      {
        file: 'dist/chunk-DI5BO6XE.js',
        load: 'require',
        from: 'cli.parse(process.argv',
        to: 'answerAgents(cli).parse(process.argv',
      },
    ],
    calls: [
      call('--version'),
      call('--help'),
      call('a.ts'),
      call('a.ts -d out --minify'),
      call('none.ts'),
      refused('--nope', 'UNKNOWN_FLAG'),
      refused('a.ts --loader', 'MISSING_VALUE'),
    ],
  },
  {
    name: 'bumpp',
    folder: 'bumpp',
    framework: 'cac 7',
    bin: 'bin/bumpp.mjs',
    variable: 'BUMPP',
    edits: [
      {
        file: 'dist/cli.mjs',
        load: 'import',
        from: 'cli.parse(argv)',
        to: 'answerAgents(cli).parse(argv)',
      },
    ],
    calls: [
      call('--version'),
      call('--help'),
      call('patch --yes --no-commit --no-tag --no-push'),
      call('minor -y --no-commit --no-tag --no-push --quiet'),
      call('patch none.json -y --no-commit --no-tag --no-push'),
      call('patch -y'),
      call('--preid', { code: 'MISSING_VALUE' }),
    ],
  },
  {
    name: 'taze',
    folder: 'taze',
    framework: 'cac 7',
    bin: 'bin/taze.mjs',
    variable: 'TAZE',
    edits: [
      {
        file: 'dist/cli.mjs',
        load: 'import',
        from: 'cli.parse();',
        to: 'answerAgents(cli).parse();',
      },
    ],
    // Its bar is drawn if a call takes long enough.
    masks: [/\[\?7l(?:.\[1G)*(?:\{type\}[^\n]*?\[0K)?/g],
    // It has `--json` itself.
    calls: [
      call('--version'),
      call('--help'),
      refused('nope', 'WORDS_REFUSED'),
      call('--cwd none'),
      call('--exclude left-pad'),
      call('--include nothing-here'),
      call('--github-actions-style nope'),
      refused('--nope', 'UNKNOWN_FLAG'),
    ].map((each) => ({ ...each, isOwn: true as const })),
  },
  {
    name: 'vite',
    folder: 'vite',
    framework: 'cac, bundled',
    bin: 'bin/vite.js',
    variable: 'VITE',
    edits: [
      {
        file: 'bin/vite.js',
        load: 'import',
        from: "return import('../dist/node/cli.js')",
        to: "return answerAgents(() => import('../dist/node/cli.js'), { isolate: true })",
      },
    ],
    world: { 'index.html': '<script type="module" src="/esm.mjs"></script>' },
    masks: [/\r?transforming \(\d+\)[^\n]*?\[2K/g, /gzip: +[\d.]+ kB/g],
    calls: [
      call('--version'),
      call('--help'),
      call('build --help'),
      call('build'),
      call('build none', { code: 'UNRESOLVED_ENTRY' }),
      call('build --config none.js', { code: 'UNRESOLVED_ENTRY' }),
      call('build --logLevel silent'),
      refused('build --nope', 'UNKNOWN_FLAG'),
      call('optimize'),
    ],
  },
]
