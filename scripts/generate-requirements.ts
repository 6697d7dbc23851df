import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The requirements of priority P0 with their titles. */
const P0: Readonly<Record<string, string>> = {
  'REQ-C-001': 'Exit codes are declared',
  'REQ-C-002': 'Danger is declared',
  'REQ-C-003': 'Changes report their effect',
  'REQ-C-004': 'Destructive commands preview',
  'REQ-C-005': 'Questions can be answered by flag',
  'REQ-C-006': 'All input is checked first',
  'REQ-C-012': 'Network calls have a time limit',
  'REQ-C-013': 'Errors have a code and a message',
  'REQ-C-021': 'Signing in works without a terminal',
  'REQ-C-022': 'Background jobs are described',
  'REQ-C-025': 'Configuration has a scope',
  'REQ-C-029': 'Scopes are declared',
  'REQ-F-001': 'One table of exit codes',
  'REQ-F-002': 'Bad input has an exit of its own',
  'REQ-F-003': 'JSON wherever no person reads',
  'REQ-F-004': 'One envelope for every answer',
  'REQ-F-005': 'The locale changes nothing',
  'REQ-F-006': 'Answers on stdout, the rest on stderr',
  'REQ-F-007': 'No escape sequences in JSON',
  'REQ-F-008': 'Signals that turn colour off',
  'REQ-F-009': 'No questions without a terminal',
  'REQ-F-010': 'No pagers',
  'REQ-F-011': 'Every command has a time limit',
  'REQ-F-012': 'A passed limit is answered',
  'REQ-F-013': 'SIGTERM is answered',
  'REQ-F-014': 'A closed pipe is no fault',
  'REQ-F-015': 'Validation comes before execution',
  'REQ-F-018': 'Lists describe their pages',
  'REQ-F-019': 'Lists have a default limit',
  'REQ-F-044': 'No shell strings',
  'REQ-F-045': 'Invented identifiers are refused',
  'REQ-F-046': 'Children never page',
  'REQ-F-047': 'No REPL without a terminal',
  'REQ-F-048': 'Help leaves stdout parseable',
  'REQ-F-051': 'Secrets stay out of diagnostics',
  'REQ-F-052': 'Answers have a ceiling',
  'REQ-F-053': 'Output is not held back',
  'REQ-F-054': 'Piped input has a ceiling',
  'REQ-F-055': 'No editor without a terminal',
  'REQ-F-056': 'The width does not touch JSON',
  'REQ-F-057': 'No screen, no window',
  'REQ-F-062': 'Arguments arrive as they are',
  'REQ-F-065': 'Pipelines fail with their stages',
  'REQ-F-068': 'Help and version are pure',
  'REQ-F-069': 'SIGINT is answered',
  'REQ-O-001': 'One output flag',
  'REQ-O-003': 'Limit and cursor',
  'REQ-O-021': 'Destructive commands are confirmed',
  'REQ-O-033': 'Headless sign-in flags',
  'REQ-O-047': 'Permissions can be checked',
  'REQ-O-048': 'Safe defaults preview',
}

/** Writes the table of requirements from the ids in the names of tests; nothing in it is kept by hand. */
export async function generate(): Promise<Readonly<Record<string, string>>> {
  const proofs = new Map<string, Set<string>>()
  for (const file of await testFiles()) {
    const text = await readFile(join(root, file), 'utf8')
    for (const [id] of text.matchAll(/REQ-[CFO]-\d{3}/g)) {
      if (!proofs.has(id)) proofs.set(id, new Set())
      proofs.get(id)!.add(file)
    }
  }
  const rows = Object.entries(P0).map(([id, title]) => {
    const files = [...(proofs.get(id) ?? [])].toSorted()
    return `| ${id} | ${title} | ${files.map((file) => `\`${file}\``).join(', ') || 'none yet'} |`
  })
  const proved = Object.keys(P0).filter((id) => proofs.has(id)).length
  const others = [...proofs.keys()].filter((id) => !Object.hasOwn(P0, id)).toSorted()
  const text = `# Requirements and the tests that prove them

Generated from the ids in the names of tests by \`npm run generate\`. Proved: ${proved} of ${Object.keys(P0).length} with priority P0.

| Requirement | Title | Tests |
| --- | --- | --- |
${rows.join('\n')}

Tests also name these requirements of lower priority: ${others.join(', ') || 'none'}.
`
  return { 'docs/requirements.md': text }
}

async function testFiles(): Promise<readonly string[]> {
  const found: string[] = []
  for (const folder of ['src', 'tests', 'examples']) {
    const entries = await readdir(join(root, folder), { recursive: true })
    for (const entry of entries) {
      const path = `${folder}/${entry.replaceAll('\\', '/')}`
      if (/\.test\.ts$/.test(path) && !path.includes('node_modules')) found.push(path)
    }
  }
  return found.toSorted()
}
