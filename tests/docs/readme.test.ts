import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { recordScreen, toSvg } from '../../scripts/picture.ts'

/** The time that a call took differs each time, and so does where its line is broken. */
const steady = (picture: string) =>
  picture.replaceAll(/<[^>]+>|\s/g, '').replaceAll(/duration_ms":\d+/g, 'duration_ms":0')

test('the picture of the README shows what the terminal shows', async () => {
  // After a deliberate change: npx tsx scripts/picture.ts.
  const recorded = readFileSync('docs/terminal.svg', 'utf8')
  expect(steady(recorded)).toBe(steady(toSvg(await recordScreen())))
})

test('README and playground count the programs that are known', () => {
  const tens = Math.floor(readdirSync('packages/client/descriptions').length / 10) * 10
  expect(readFileSync('README.md', 'utf8')).toContain(`some ${tens} ordinary programs`)
  expect(readFileSync('pages/playground/playground.tsx', 'utf8')).toContain(`knows some ${tens}.`)
})

test('the README says what is measured of its costs', () => {
  const readme = readFileSync('README.md', 'utf8')
  const millisecondsOf = (tool: string) =>
    new RegExp(`^\\| (?:\\*\\*)?${tool}(?:\\*\\*)? \\| (\\d+) ms`, 'm').exec(
      readFileSync('docs/framework/costs.md', 'utf8'),
    )?.[1]
  const starts = ['surety', 'commander', 'oclif'].map(millisecondsOf)
  expect(readme).toContain(
    `in ${starts[0]} ms of processor time (commander ${starts[1]} ms, oclif ${starts[2]} ms)`,
  )
  const { results } = JSON.parse(readFileSync('bench/results/start-run.json', 'utf8')) as {
    readonly results: Readonly<Record<string, { readonly cpu_ms: number }>>
  }
  const added = results['surety run -- true']!.cpu_ms - results['a module that starts true']!.cpu_ms
  expect(readme).toContain(`\`surety run\` adds ${(added / 1000).toFixed(1)} s to a command`)
  const { mean } = JSON.parse(readFileSync('bench/results/note.json', 'utf8')) as {
    readonly mean: { readonly of_all_runs: { readonly ratio: number } }
  }
  expect(readme).toContain(`takes ${mean.of_all_runs.ratio} times as long as a start of Node`)
  const tokens = /^\| trivial success \| (\d+)/m.exec(
    readFileSync('docs/framework/costs.md', 'utf8'),
  )
  expect(readme).toContain(`takes ${tokens?.[1]} [tokens]`)
  const { dependencies } = JSON.parse(readFileSync('packages/surety/package.json', 'utf8')) as {
    dependencies: object
  }
  expect(readme).toContain(`with ${Object.keys(dependencies).length} dependencies`)
})
