import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { root } from '../scripts/build/targets.mjs'

const folder = join(root, '.github')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.yml'))
const workflows = files.filter((path) => path.startsWith('workflows/'))
const forms = files.filter((path) => /^ISSUE_TEMPLATE\/(?!config)/.test(path))

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

interface Job {
  readonly 'runs-on': string
  readonly strategy?: { readonly matrix: Matrix }
  readonly steps: readonly Step[]
}
type Values = Readonly<Record<string, string | number>>
type Matrix = Readonly<Record<string, readonly (string | number)[]>> & {
  readonly include?: readonly Values[]
}
interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Values
}

test('there are workflows and forms to check', () => {
  expect(workflows).toEqual(['workflows/check.yml', 'workflows/release.yml'])
  expect(forms).toHaveLength(3)
})

describe.each(workflows)('%s', (path) => {
  const jobs = Object.values(read(path)['jobs'] as Readonly<Record<string, Job>>)

  test('runs only npm scripts that exist', () => {
    const commands = jobs.flatMap((job) => runsOf(job).flatMap(({ commands: each }) => each))
    const called = commands.flatMap((command) =>
      [...command.matchAll(/\bnpm (?:run (\S+)|(test)\b)/g)].map(
        ([, run, own]) => run ?? own ?? '',
      ),
    )
    expect(called.length).toBeGreaterThan(0)
    expect(called.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  test('installs what the lock file says before it runs a script', () => {
    for (const { steps } of jobs) {
      const install = steps.findIndex(({ run }) => run === 'npm ci')
      expect(install).toBeGreaterThan(0)
      const before = steps.slice(0, install)
      expect(before.filter(({ run = '' }) => run.startsWith('npm run'))).toEqual([])
    }
  })
})

test('tests run on every supported Node and platform', () => {
  const jobs = Object.values(read('workflows/check.yml')['jobs'] as Readonly<Record<string, Job>>)
  const covered = jobs.flatMap((job) => runsOf(job).map(({ os, node }) => `${os} ${node}`))
  for (const os of ['ubuntu-latest', 'macos-latest', 'windows-latest']) {
    for (const node of [20, 22, 24]) expect(covered).toContain(`${os} ${node}`)
  }
})

test.each(forms)('%s is a form with named fields', (path) => {
  const { name, description, body } = read(path)
  expect([name, description]).toEqual([expect.any(String), expect.any(String)])
  const fields = (body as readonly { type: string; id?: string }[]).filter(
    ({ type }) => type !== 'markdown',
  )
  const ids = fields.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids).not.toContain(undefined)
  expect(new Set(ids).size).toBe(ids.length)
})

function read(path: string): Readonly<Record<string, unknown>> {
  return parse(readFileSync(join(folder, path), 'utf8'), { strict: true }) as Record<
    string,
    unknown
  >
}

/** Lists the runs of a job, one for each combination of its matrix. */
function runsOf(job: Job) {
  return combinations(job.strategy?.matrix).map((values) => {
    const fill = (text: string): string =>
      text.replaceAll(/\$\{\{ matrix\.(\w+) \}\}/g, (_, name: string) => String(values[name]))
    const node = job.steps.find((step) => step.uses?.startsWith('actions/setup-node'))?.with
    return {
      os: fill(job['runs-on']),
      node: fill(String(node?.['node-version'])),
      commands: job.steps.flatMap((step) =>
        [step.run ?? [], ...Object.values(step.with ?? {})]
          .flat()
          .map((text) => fill(String(text))),
      ),
    }
  })
}

function combinations(matrix: Matrix | undefined): readonly Values[] {
  if (matrix === undefined) return [{}]
  const { include = [], ...axes } = matrix
  const product = Object.entries(axes).reduce<readonly Values[]>(
    (soFar, [name, choices]) =>
      soFar.flatMap((values) => choices.map((choice) => ({ ...values, [name]: choice }))),
    [{}],
  )
  return [...product, ...include]
}
