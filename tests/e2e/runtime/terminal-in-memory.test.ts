import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { defineCli, defineCommand, s } from 'surety'
import { runCli } from 'surety/testing'
import { describe, expect, it } from 'vitest'

const words = 'word '.repeat(40).trim()

const cli = defineCli({
  name: 'ship',
  version: '1.0.0',
  description: 'Ships services',
  commands: {
    list: defineCommand({
      description: 'Lists deploys',
      danger: 'safe',
      exitCodes: { SUCCESS: 'Listed' },
      list: true,
      output: s.array(s.object({ id: s.string(), status: s.string() })),
      run: ({ warn }) => {
        warn(words)
        return Array.from({ length: 30 }, (_, at) => ({ id: `dep_${at}`, status: 'failed' }))
      },
    }),
    upload: defineCommand({
      description: 'Uploads',
      danger: 'safe',
      exitCodes: { SUCCESS: 'Uploaded' },
      output: s.object({ note: s.string() }),
      run: async ({ progress }) => {
        progress('Uploading', { done: 1, total: 2 })
        await sleep(600)
        return { note: 'a\u001b[2Jb' }
      },
    }),
  },
})
const tty = { tty: true, columns: 80, env: { TERM: 'xterm-256color', LANG: 'C.UTF-8' } }
const withoutSgr = stripVTControlCharacters

describe('a terminal without a format flag', () => {
  it('gets a table, and on stderr what goes with it', async () => {
    const { stdout, stderr } = await runCli(cli, ['list', '--limit', '2'], tty)
    expect(withoutSgr(stdout)).toBe('ID     Status\n─────  ──────\ndep_0  failed\ndep_1  failed\n')
    expect(stdout).toContain('\u001b[31mfailed')
    expect(withoutSgr(stderr)).toContain('2 of 30\nnext: ship list --limit 2 --cursor ')
  })

  it.each([{ TERM: 'dumb' }, { GITHUB_ACTIONS: 'true' }, { JENKINS_URL: '' }, { CLICOLOR: '0' }])(
    'REQ-F-008: sends no escape sequence to either stream with %j',
    async (env) => {
      for (const argv of [['list'], ['upload'], ['nonsense'], ['--help']]) {
        const { stdout, stderr } = await runCli(cli, argv, { ...tty, env: { ...tty.env, ...env } })
        expect(stdout + stderr).not.toContain('\u001b')
      }
    },
  )

  it('REQ-F-056: wraps prose at the width of a variable, and not at all at 0', async () => {
    const lines = async (width: string) => {
      const env = { ...tty.env, [`${cli.envPrefix}_WIDTH`]: width }
      const { stderr } = await runCli(cli, ['list', '--limit', '0'], { ...tty, env })
      return withoutSgr(stderr).split('\n')
    }
    expect(Math.max(...(await lines('40')).map(({ length }) => length))).toBeLessThanOrEqual(40)
    expect((await lines('0')).some((line) => line.includes(words))).toBe(true)
  })

  it('draws progress on stderr and takes it away before the answer', async () => {
    const { stdout, stderr } = await runCli(cli, ['upload'], {
      ...tty,
      monotonic: () => performance.now(),
    })
    expect(stderr).toContain('1/2 50%')
    // After the last drawing the line is cleared; what follows is the warning about the control code.
    const rest = stderr.slice(stderr.lastIndexOf('\r\u001b[2K'))
    expect(rest).not.toContain('%')
    expect(withoutSgr(rest)).toContain('Terminal codes were taken out')
    expect(withoutSgr(stdout)).toBe('Note  ab\n')
  })

  it('draws nothing where stderr is no terminal', async () => {
    const { stderr } = await runCli(cli, ['upload'])
    expect(stderr).toBe('')
  })
})
