import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { surety } from '../e2e/processes/run-surety.ts'
import { root } from '../../scripts/build/targets.mjs'

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
