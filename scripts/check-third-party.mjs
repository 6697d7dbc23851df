// Checks three tools from the registry that nobody here wrote, and keeps the reports in the documentation. Needs a
// network; run it by hand: npm run build && node scripts/check-third-party.mjs
import { spawnSync } from 'node:child_process'
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './build/targets.mjs'

const read = (name, ...argv) => ({ name, argv, kind: 'read' })
const invalid = (name, ...argv) => ({ name, argv, kind: 'invalid' })
const tools = [
  {
    name: 'semver',
    probes: [
      read('sort', '1.2.3', '1.0.0'),
      read('range', '-r', '>=1', '1.2.3', '0.1.0'),
      invalid('no version', 'banana'),
    ],
  },
  {
    name: 'prettier',
    probes: [
      read('languages', '--support-info'),
      read('file', '--file-info', 'a.js'),
      invalid('no file', 'missing.js'),
    ],
  },
  {
    name: 'json5',
    probes: [{ ...read('convert'), stdin: '{a: 1, b: [2,]}' }, invalid('no file', 'missing.json5')],
  },
]

const folder = mkdtempSync(join(tmpdir(), 'surety-third-party-'))
const docs = join(root, 'docs', 'conformance', 'third-party')
mkdirSync(docs, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"private":true}')
const names = tools.map(({ name }) => name)
const run = (file, words) =>
  spawnSync(file, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names])
for (const { name, probes } of tools) {
  const program = [`./node_modules/.bin/${name}`]
  const profile = { surety: 1, name, program, check: { probes } }
  writeFileSync(join(folder, 'profile.json'), JSON.stringify(profile))
  const report = join(folder, 'report.md')
  const words = [
    'check',
    '--profile',
    'profile.json',
    '--report',
    'md',
    '--report-file',
    'report.md',
  ]
  run(process.execPath, [join(root, 'packages', 'cli', 'dist', 'cli', 'surety.cjs'), ...words])
  writeFileSync(join(docs, `${name}.md`), toPage(name, readFileSync(report, 'utf8')))
}
rmSync(folder, { recursive: true, force: true })

/** A page of the documentation: without the folder of the day, and with blocks that are not run. */
function toPage(name, text) {
  let isInside = false
  const lines = text
    .replaceAll(`${folder}/`, './')
    .replaceAll(folder, '.')
    .split('\n')
    .map((line) => {
      if (!line.trimStart().startsWith('```')) return line
      isInside = !isInside
      return isInside ? `${line === '```' ? '```text' : line} no-run` : line
    })
  const intro = `# ${name}, as an agent finds it\n\nWhat \`surety check\` finds in ${name}, which was not written for agents. Written by \`scripts/check-third-party.mjs\`.\n\n`
  return `${intro}${lines.join('\n').trim()}\n`
}
