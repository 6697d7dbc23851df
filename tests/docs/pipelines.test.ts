import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { surety } from '../e2e/processes/run-surety.ts'
import { root } from '../../scripts/build/targets.mjs'
import { installTogether, readPacked } from '../../scripts/test/install-package.ts'

interface Workflow {
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { uses?: string; run?: string }[] }>
  >
}
interface Hooks {
  readonly repos: readonly {
    readonly repo: string
    readonly hooks: readonly { id: string; name: string; entry: string; language: string }[]
  }[]
}

const page = readFileSync(join(root, 'docs/conformance/pipelines.md'), 'utf8')
const blocks = [...page.matchAll(/```yaml file=\S+\n(.*?)```/gs)].map(
  ([, text = '']) => parse(text, { strict: true }) as unknown,
)

test('the workflow and the hooks of the docs run commands and flags that exist', async () => {
  const [workflow, hooks] = blocks as [Workflow, Hooks]
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
  expect(steps.every(({ uses, run }) => (uses === undefined) !== (run === undefined))).toBe(true)
  const entries = hooks.repos.flatMap((repo) => repo.hooks)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const lines = [...steps.flatMap(({ run }) => run ?? []), ...entries.map(({ entry }) => entry)]
  expect(lines).toHaveLength(5)

  const { commands } = (await surety(['manifest'])).envelope().data
  for (const line of lines) {
    const [npx, tool, ...words] = line.split(' -- ')[0]!.split(' ')
    expect([npx, tool]).toEqual(['npx', '@surety/cli'])
    const end = words.findIndex((word) => word.startsWith('-'))
    const path = words.slice(0, end < 0 ? words.length : end).join('.')
    expect(Object.keys(commands), line).toContain(path)
    const flags = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
    expect(Object.keys(commands[path].flags), line).toEqual(expect.arrayContaining(flags))
  }
})

/** A program of the shell; what it does with an option that it does not know is left open. */
const program = (unknown: string) => `#!/bin/sh
for word; do
  case $word in
    --help) printf 'usage: mytool FILE\\n\\noptions:\\n  --help\\n  --version\\n'; exit ;;
    --version) echo mytool 1.0.0; exit ;;
    -*) ${unknown} ;;
    *) file=$word ;;
  esac
done
exec cat -- "$file"
`
const GOOD = program('echo "mytool: unknown option $word" >&2; exit 2')
const BAD = program(':')

describe.skipIf(process.platform !== 'linux')('a recipe, in a shell as pipelines have it', () => {
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surety-recipe-'))
    const names = ['surety', '@surety/client', '@surety/check']
    await installTogether(
      folder,
      readPacked().filter(({ name }) => names.includes(name)),
    )
    writeFileSync(join(folder, 'c.js'), 'let answer = 42\n')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const place = (name: string) => join(folder, name)
  const run = (line: string, tool: string) => {
    writeFileSync(place('mytool'), tool, { mode: 0o755 })
    rmSync(place('summary.md'), { force: true })
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: join(folder, 'home'),
      CI: 'true',
      GITHUB_STEP_SUMMARY: place('summary.md'),
    }
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', line], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    return { status, shown: `${stdout}${stderr}` }
  }
  const github = /^- run: (npx @surety.*)$/m.exec(page)?.[1] ?? ''
  const gitlab = /^ {2}script: (npx @surety.*)$/m.exec(page)?.[1] ?? ''

  test('on GitHub a break is red, a known one is not, and a good program is green', () => {
    const red = run(github, BAD)
    expect(red.status, red.shown).toBe(4)
    expect(red.shown).toContain('FAIL unknown_flag  mytool 1.0.0 (seen 2 of 2)')
    expect(readFileSync(place('summary.md'), 'utf8')).toContain('\n\n1 new, 0 known, ')
    const kept = run(github.replace(' -- ', ' --update-baseline -- '), BAD)
    expect(kept.status, kept.shown).toBe(0)
    const known = run(github, BAD)
    expect(known.status, known.shown).toBe(0)
    expect(known.shown).toContain('1 known')
    expect(readFileSync(place('summary.md'), 'utf8')).toBe('')
    rmSync(place('surety-baseline.txt'))
    const green = run(github, GOOD)
    expect(green.status, green.shown).toBe(0)
    expect(green.shown).toMatch(/^mytool 1\.0\.0: none of \d+ checks fails/)
    expect(existsSync(place('surety-baseline.txt'))).toBe(false)
  })

  test('on GitLab the findings are in the file of the job', () => {
    const red = run(gitlab, BAD)
    expect(red.status, red.shown).toBe(4)
    expect(readFileSync(place('surety-report.xml'), 'utf8')).toContain('failures="1" errors="0"')
    const green = run(gitlab, GOOD)
    expect(green.status, green.shown).toBe(0)
    expect(readFileSync(place('surety-report.xml'), 'utf8')).toContain('failures="0" errors="0"')
  })
})
