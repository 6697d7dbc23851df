import { describe, expect, it } from 'vitest'

import { renderPage, usageOf, type Page } from './page.ts'
import { widthOf } from '../human/terminal/text-width.ts'

const deploy: Page = {
  name: 'ship',
  path: ['deploy'],
  summary: 'Deploys a service',
  danger: 'mutating',
  arguments: [
    { name: 'service', required: true, description: 'Which service' },
    { name: 'tag', required: false, variadic: true, description: 'Tags to put on it' },
  ],
  options: [
    {
      flags: ['-r', '--region'],
      value: 'region',
      description: 'Where to',
      required: true,
      choices: ['eu', 'us'],
      env: 'SHIP_REGION',
    },
    { flags: ['--replicas'], value: 'n', description: 'How many of it run', default: '2' },
    { flags: ['--grace'], value: 'duration', description: 'How long to wait', group: 'Roll-out' },
  ],
  globalOptions: [{ flags: ['-h', '--help'], description: 'How the command is used' }],
  examples: [{ command: 'ship deploy api --region eu', description: 'Deploy what is here' }],
  exitCodes: [
    { number: 0, name: 'SUCCESS', description: 'It runs' },
    { number: 10, name: 'TIMEOUT', description: 'The time limit passed' },
  ],
  footer: ['https://example.com/docs'],
}

describe('help', () => {
  const text = renderPage(deploy, { columns: 80 })

  it('lists its sections in a fixed order', () => {
    const titles = text.split('\n').filter((line) => /^[A-Z]\S*( \w+)?$/.test(line))
    expect(titles).toEqual([
      'Usage',
      'Arguments',
      'Options',
      'Roll-out',
      'Global options',
      'Examples',
      'Exit codes',
    ])
  })

  it('lists commands under the headings that they name, aligned with each other', () => {
    const commands = [
      { name: 'remove', description: 'Removes it', section: 'Write' },
      { name: 'ls', description: 'Lists all' },
      { name: 'add', description: 'Adds one', section: 'Write' },
    ]
    const page = renderPage({ name: 'x', path: [], summary: '', commands }, { columns: 80 })
    expect(page).toContain(
      'Commands\n  ls      Lists all\n\nWrite\n  remove  Removes it\n  add     Adds one\n',
    )
  })

  it('shows choices, default and variable of an option', () => {
    expect(text).toContain('-r, --region <eu|us>  Where to (required) [env: SHIP_REGION]')
    expect(text).toContain('    --replicas <n>    How many of it run [default: 2]')
  })

  it('shows aliases of an option after its description', () => {
    const page = renderPage(
      {
        name: 'x',
        path: [],
        summary: '',
        options: [{ flags: ['-o', '--output', '--format'], value: 'id', description: 'Format' }],
      },
      { columns: 80 },
    )
    expect(page).toContain('-o, --output <id>  Format [also: --format]')
  })

  it('lists exit codes by number', () => {
    const exitCodes = [
      { number: 10, name: 'TIMEOUT' },
      { number: 0, name: 'SUCCESS' },
    ]
    const page = renderPage({ name: 'x', path: [], summary: '', exitCodes }, { columns: 80 })
    expect(page.indexOf('SUCCESS')).toBeLessThan(page.indexOf('TIMEOUT'))
  })

  it('builds the usage from arguments and options', () => {
    expect(usageOf(deploy)).toEqual(['ship deploy --region <eu|us> [options] <service> [tag...]'])
    expect(usageOf({ name: 'ship', path: [], summary: '', commands: [{ name: 'x' }] })).toEqual([
      'ship <command>',
    ])
  })

  it.each([40, 60, 80, 120, 200])('fits into %d columns', (columns) => {
    for (const line of renderPage(deploy, { columns, color: true }).split('\n')) {
      expect(widthOf(line)).toBeLessThanOrEqual(columns)
    }
  })

  it('writes one line per entry without a width', () => {
    expect(
      renderPage(deploy, {})
        .split('\n')
        .filter((line) => line.includes('--region <eu|us>  ')),
    ).toHaveLength(1)
  })

  it('leaves what only agents need to the whole page', () => {
    const keyed: Page = {
      ...deploy,
      options: [{ flags: ['--key'], value: 'text', description: 'Once', isForAgents: true }],
    }
    const short = renderPage(keyed, { columns: 80 })
    expect(short).not.toMatch(/mutating|--key|Options\n/)
    expect(renderPage(keyed, { columns: 80 }, true)).toMatch(/mutating\n[^]*--key <text> {2}Once/)
  })

  it('lists many choices behind the description', () => {
    const choices = ['json', 'jsonl', 'yaml', 'toon', 'plain']
    const option = { flags: ['--format'], value: 'text', description: 'Form', choices }
    const page = renderPage({ name: 'x', path: [], summary: '', options: [option] }, {})
    expect(page).toContain('--format <text>  Form [json, jsonl, yaml, toon, plain]')
  })

  it('of many commands shows those of the first heading, and names the others', () => {
    const others = Array.from({ length: 12 }, (_, at) => ({ name: `c${at}`, section: 'More' }))
    const commands = [{ name: 'run', description: 'Runs', section: 'Start' }, ...others]
    const page: Page = { name: 'x', path: [], summary: '', commands }
    const short = renderPage(page, { columns: 80 })
    expect(short).toContain('Start\n  run  Runs\n\nMore (--help --all): c0, c1, c2')
    expect(renderPage(page, { columns: 80 }, true)).toContain('More\n  c0\n  c1')
  })

  it('lists commands with aliases and danger levels', () => {
    const root = renderPage(
      {
        name: 'ship',
        version: '2.4.1',
        path: [],
        summary: 'Ships.',
        commands: [
          { name: 'deploy', aliases: ['up'], description: 'Deploys' },
          { name: 'destroy', description: 'Removes', danger: 'destructive' },
        ],
      },
      { columns: 80 },
    )
    expect(root.split('\n')).toEqual([
      'ship 2.4.1',
      'Ships.',
      '',
      'Usage',
      '  $ ship <command>',
      '',
      'Commands',
      '  deploy, up  Deploys',
      '  destroy     Removes  destructive',
      '',
    ])
  })

  it('escapes control characters in a description', () => {
    const text = renderPage({ name: 'x', path: [], summary: 'a\u001b[2Jb' }, { columns: 80 })
    expect(text).toContain('a\\u001b[2Jb')
  })
})
