import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import mcpSchema from '../../agent-plugins/mcp.schema.json' with { type: 'json' }
import pluginSchema from '../../agent-plugins/plugin.schema.json' with { type: 'json' }
import { surety, suretyFile } from '../processes/run-surety.ts'
import { createBench, type Bench } from '../processes/workspace.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let bench: Bench
let folder = ''
beforeAll(async () => {
  bench = await createBench()
})
beforeEach(async () => {
  folder = await mkdtemp(join(bench.folder, 'plugins-'))
})
afterAll(() => bench.remove())

const ajv = new Ajv2020({ strict: false })
async function expectPlugin(folder: string): Promise<readonly string[]> {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, file), 'utf8'))
  expect(ajv.validate(pluginSchema, await read('plugin.json')), ajv.errorsText()).toBe(true)
  expect(ajv.validate(mcpSchema, await read('mcp.json')), ajv.errorsText()).toBe(true)
  const skills = await readdir(join(folder, 'skills')).catch(() => [])
  for (const name of skills) {
    const text = await readFile(join(folder, 'skills', name, 'SKILL.md'), 'utf8')
    expect(text).toMatch(new RegExp(`^---\nname: ${name}\ndescription: .{20,1024}\n`))
  }
  return skills
}

describe('surety plugin write', () => {
  const program = [process.execPath, join(root, 'tests/bin/plans.mjs')]
  /** The same program; what it says of itself was asked once. */
  let plans: readonly string[] = []
  beforeAll(async () => {
    const file = join(bench.folder, 'plans')
    const said = (name: string, ...words: readonly string[]) => {
      const { stdout } = spawnSync(program[0]!, [program[1]!, ...words])
      return writeFile(`${file}.${name}`, stdout)
    }
    await said('manifest', 'manifest')
    await said('skills', 'skills', 'generate')
    const lines = [
      '#!/bin/sh',
      `case "$*" in manifest) exec cat '${file}.manifest' ;; 'skills generate') exec cat '${file}.skills' ;; esac`,
      `exec ${program.map((word) => `'${word}'`).join(' ')} "$@"`,
    ]
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o755 })
    plans = [file]
  })
  const argv = (words: readonly string[], ...flags: readonly string[]) => [
    'plugin',
    'write',
    join(folder, 'plugin'),
    ...flags,
    '--',
    ...words,
  ]
  const write = (words: readonly string[], ...flags: readonly string[]) =>
    bench.answer(argv(words, ...flags))
  const path = (file: string) => join(folder, 'plugin', file)

  test('starts a described program through surety, whichever way it is named', async () => {
    const server = { command: 'surety', args: ['wrap', 'jq', '--mcp'] }
    const named = (await surety(argv(['jq'], '--name', 'jq'))).envelope()
    expect(named.data).toMatchObject({ effect: 'updated', server })
    const start = `#!/bin/sh\nexec '${process.execPath}' '${suretyFile}' "$@"\n`
    await writeFile(join(folder, 'surety'), start, { mode: 0o755 })
    const path = `${folder}:${process.env['PATH']}`
    const whole = argv(['surety', 'wrap', 'jq'], '--name', 'jq')
    const { stdout } = spawnSync(process.execPath, [suretyFile, ...whole], {
      env: { ...process.env, PATH: path },
      encoding: 'utf8',
    })
    expect(JSON.parse(stdout).data).toMatchObject({ effect: 'noop', server })
    // Flags about one answer are no flags of a server, which has to start.
    const env = { ...process.env, PATH: path }
    const flagged = argv(['surety', 'wrap', 'jq', '--json', '--output=json'], '--name', 'jq')
    const { data, warnings } = JSON.parse(
      spawnSync(process.execPath, [suretyFile, ...flagged], { env, encoding: 'utf8' }).stdout,
    )
    expect(data).toMatchObject({ effect: 'noop', server })
    expect(warnings).toEqual([
      'The server is started without --json --output=json: it answers clients, in MCP.',
    ])
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`
    const started = spawnSync(data.server.command, data.server.args, {
      env,
      input,
      encoding: 'utf8',
    })
    expect(JSON.parse(started.stdout)).toMatchObject({ id: 1, result: { serverInfo: {} } })
  })

  test('packs skills and server of a tool, once, and keeps what was added', async () => {
    const envelope = await write(program)
    expect(envelope.data).toMatchObject({
      effect: 'updated',
      name: 'plans',
      skills: ['plans'],
      server: { command: 'plans', args: ['--mcp'] },
    })
    expect(await expectPlugin(join(folder, 'plugin'))).toEqual(['plans'])
    expect((await write(plans)).data.effect).toBe('noop')
    const manifest = JSON.parse(await readFile(path('plugin.json'), 'utf8')) as object
    await writeFile(path('plugin.json'), JSON.stringify({ ...manifest, author: { name: 'Ada' } }))
    await write(plans)
    expect(JSON.parse(await readFile(path('plugin.json'), 'utf8'))).toMatchObject({
      version: '1.0.0',
      author: { name: 'Ada' },
    })
  })

  test('does not overwrite a skill that somebody changed', async () => {
    await write(plans)
    const skill = path('skills/plans/SKILL.md')
    await writeFile(skill, `${await readFile(skill, 'utf8')}mine\n`)
    expect((await write(plans)).error.code).toBe('SKILLS_EDITED')
    expect(await readFile(skill, 'utf8')).toContain('mine')
    expect((await write(plans, '--force')).ok).toBe(true)
  })

  test('gives another tool a server alone, and calls it with no word that it might not know', async () => {
    const words = join(folder, 'words')
    const script = join(folder, 'other')
    await writeFile(script, `#!/bin/sh\necho "$@" >> '${words}'\n`, { mode: 0o755 })
    const envelope = await write([script])
    expect(envelope.data).toMatchObject({
      skills: [],
      server: { command: 'surety', args: ['mcp', '--', 'other'] },
    })
    await expectPlugin(join(folder, 'plugin'))
    expect(await readFile(words, 'utf8')).not.toContain('skills')
  })

  test('leaves a file alone that is no JSON, and refuses a name that no plugin has', async () => {
    await mkdir(path(''))
    await writeFile(path('mcp.json'), '{ // mine\n}')
    const { code, envelope } = await bench.surety(argv(plans))
    expect([code, envelope.error.code]).toEqual([6, 'PLUGIN_UNREADABLE'])
    expect(await readFile(path('mcp.json'), 'utf8')).toBe('{ // mine\n}')
    expect((await write(plans, '--name', 'a--b')).error.code).toBe('PLUGIN_NAME_INVALID')
  })
})

test('the plugin of this repository has the skill for authors', async () => {
  expect(await expectPlugin(join(root, 'packages', 'cli', 'plugin'))).toEqual(['surety-authoring'])
})
