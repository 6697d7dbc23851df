import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { root } from '../../scripts/build/targets.mjs'
import { startModel } from './model-server.ts'

/** Where `npm run test:harness` puts the clients. */
const modules = join(root, 'build', 'clients', 'node_modules')
const surety = join(root, 'node_modules', '@surety', 'cli', 'dist', 'cli', 'surety.cjs')

export type RealClient = 'claude-code' | 'codex' | 'gemini' | 'opencode' | 'pi'

/** How a client is run. */
export interface ClientRun {
  /** The commands that the model asks for, one after the other. */
  readonly commands: readonly string[]
  /** The words after `hook install <client>`, for each hook. */
  readonly hooks?: readonly (readonly string[])[]
  /** A program that the person's rules deny. */
  readonly denies?: string
  /** Whether every question is answered with yes; else only the rule of `hook install` allows anything. */
  readonly asksNothing?: boolean
  /** Whether the person trusts the hooks of the project. */
  readonly isTrusted?: boolean
  /** Scripts of sh on the PATH, by name. */
  readonly programs?: Readonly<Record<string, string>>
  /** The script that `surety` is once the hook is installed; null if it is gone, as for somebody who pulls the settings. */
  readonly turnsInto?: string | null
}

/** What came of it. */
export interface ClientEnd {
  /** What the model was told of each command. */
  readonly told: readonly Told[]
  /** The words of every start of `surety`, in order. */
  readonly surety: readonly string[]
  /** All that the model was ever told. */
  readonly heard: string
  /** What the model was told in its last request. */
  readonly last: string
  readonly made: (file: string) => boolean
  /** What the client printed, for messages of tests. */
  readonly printed: string
  /** Milliseconds from the first to the last request to the model. */
  readonly ms: number
}

/** What a client tells its model of a command. */
export interface Told {
  readonly output: string
  /** The exit code; null if the client tells none. */
  readonly exit: number | null
}

interface Start {
  readonly argv: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, string>>
}

interface Driven {
  readonly program: string
  readonly start: (url: string, run: ClientRun, project: string) => Start
  readonly read: (result: string) => Told
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

const DRIVEN: Readonly<Record<RealClient, Driven>> = {
  'claude-code': {
    program: join(
      modules,
      '@anthropic-ai',
      `claude-code-${process.platform}-${process.arch}`,
      'claude',
    ),
    start: (url, { denies, asksNothing }, project) => ({
      argv: [
        '-p',
        'go',
        ...(asksNothing === true ? ['--permission-mode', 'bypassPermissions'] : []),
      ],
      env: {
        ANTHROPIC_BASE_URL: url,
        ANTHROPIC_API_KEY: 'none',
        DISABLE_AUTOUPDATER: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        // It refuses to ask nothing as root unless it is in a sandbox.
        IS_SANDBOX: '1',
      },
      files: {
        // It takes no rule that allows something from a project that nobody trusts.
        'home/.claude.json': json({ projects: { [project]: { hasTrustDialogAccepted: true } } }),
        'home/.claude/settings.json': json({ permissions: { deny: [`Bash(${denies}:*)`] } }),
      },
    }),
    read: (result) => {
      const { content } = JSON.parse(result) as { content: string }
      const [, exit, output] = /^Exit code (\d+)\n?([^]*)$/.exec(content) ?? []
      return exit === undefined
        ? { output: content, exit: 0 }
        : { output: output!, exit: Number(exit) }
    },
  },
  gemini: {
    program: join(modules, '.bin', 'gemini'),
    start: (url, { denies, asksNothing, isTrusted }) => ({
      argv: ['-p', 'go', '-m', 'gemini-2.5-flash', ...(asksNothing === true ? ['--yolo'] : [])],
      env: {
        GEMINI_API_KEY: 'none',
        GOOGLE_GEMINI_BASE_URL: url,
        ...(isTrusted !== false && { GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
      },
      files: {
        'home/.gemini/settings.json': json({
          security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: true } },
        }),
        'home/.gemini/policies/mine.toml': `[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "${denies}"\ndecision = "deny"\npriority = 900\n`,
      },
    }),
    read: (result) => {
      const { output, error } = JSON.parse(result) as { output?: string; error?: string }
      if (output === undefined) return { output: error!, exit: null }
      const [, text = '', exit] =
        /Output: ([^]*?)(?:\nExit Code: (\d+))?\nProcess Group PGID/.exec(output) ?? []
      return { output: text, exit: Number(exit ?? 0) }
    },
  },
  codex: {
    program: join(modules, '.bin', 'codex'),
    start: (url, { denies, asksNothing, isTrusted }, project) => ({
      argv: [
        'exec',
        '--skip-git-repo-check',
        '--sandbox',
        asksNothing === true ? 'danger-full-access' : 'read-only',
        ...(isTrusted === false ? [] : ['--dangerously-bypass-hook-trust']),
        'go',
      ],
      files: {
        'home/.codex/config.toml': `model = "none"\nmodel_provider = "local"\n[model_providers.local]\nname = "local"\nbase_url = "${url}/v1"\nwire_api = "responses"\n[projects."${project}"]\ntrust_level = "trusted"\n`,
        'home/.codex/rules/mine.rules': `prefix_rule(pattern = ["${denies}"], decision = "forbidden")\n`,
      },
    }),
    read: (result) => {
      const [, exit, output] = /exited with code (\d+)[^]*?\nOutput:\n([^]*)$/.exec(result) ?? []
      return output === undefined ? { output: result, exit: null } : { output, exit: Number(exit) }
    },
  },
  opencode: {
    program: join(modules, `opencode-${process.platform}-${process.arch}`, 'bin', 'opencode'),
    start: (url, { denies, asksNothing }) => ({
      argv: ['run', '--model', 'local/none', 'go'],
      env: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' },
      files: {
        // It installs a package of types beside plugins; this registry says at once that there is none.
        'home/.npmrc': `registry=${url}/\nfetch-retries=0\n`,
        'home/.config/opencode/opencode.json': json({
          provider: {
            local: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: `${url}/v1`, apiKey: 'none' },
              models: { none: { tool_call: true } },
            },
          },
          permission: {
            bash: {
              '*': asksNothing === true ? 'allow' : 'ask',
              [`${denies}*`]: 'deny',
            },
          },
        }),
      },
    }),
    read: (output) => ({ output, exit: null }),
  },
  pi: {
    // It needs a newer Node than the tests do.
    program: join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node'),
    start: (url, { isTrusted }) => ({
      argv: [
        join(modules, '@earendil-works/pi-coding-agent/dist/bundle/cli.js'),
        '--print',
        '--provider',
        'local',
        '--model',
        'none',
        ...(isTrusted === false ? [] : ['--approve']),
        'go',
      ],
      env: { PI_OFFLINE: '1' },
      files: {
        'home/.pi/agent/models.json': json({
          providers: {
            local: {
              baseUrl: `${url}/v1`,
              api: 'openai-completions',
              apiKey: 'none',
              models: [{ id: 'none' }],
            },
          },
        }),
      },
    }),
    read: (result) => {
      const [, output = result, exit = '0'] =
        /^([^]*?)\n\nCommand exited with code (\d+)$/.exec(result) ?? []
      return { output, exit: Number(exit) }
    },
  },
}

/** Tests whether a client is installed for this platform. */
export function isInstalled(client: RealClient): boolean {
  return existsSync(DRIVEN[client].program)
}

const MAX_MS = 180_000

/** Runs a client without a network, in a home and a project of its own, until its model has no more commands. */
export async function runClient(client: RealClient, run: ClientRun): Promise<ClientEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-'))
  const [home, project, log] = [join(folder, 'home'), join(folder, 'project'), join(folder, 'log')]
  const model = await startModel(run.commands)
  const { program, start, read } = DRIVEN[client]
  const { argv, env, files } = start(model.url, run, project)
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { mode })
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  write('project/notes.txt', 'one\ntwo\n')
  write('project/secret.txt', 'hidden-value\n')
  write('project/sub/inner.txt', 'inner\n')
  // Writes down what ran; in a sandbox that cannot write, nothing.
  write(
    'bin/surety',
    `#!/bin/sh\n{ printf '%s\\n' "$*" >> '${log}'; } 2>/dev/null\nexec '${process.execPath}' '${surety}' "$@"\n`,
    0o755,
  )
  for (const [name, script] of Object.entries(run.programs ?? {}))
    write(`bin/${name}`, `#!/bin/sh\n${script}\n`, 0o755)
  const PATH = `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
  // Codex starts a login shell, which begins with the PATH of the system.
  write('home/.bash_profile', `PATH='${PATH}'\n`)
  const world = { PATH, HOME: home, SHELL: '/bin/bash', LANG: 'C.UTF-8', TERM: 'dumb', ...env }
  const startIn = (argv0: string, words: readonly string[]) =>
    ended(argv0, words, { cwd: project, env: world })
  try {
    for (const words of run.hooks ?? [])
      await startIn(join(folder, 'bin/surety'), ['hook', 'install', client, ...words])
    if (run.turnsInto === null) rmSync(join(folder, 'bin/surety'))
    else if (run.turnsInto !== undefined)
      write('bin/surety', `#!/bin/sh\n${run.turnsInto}\n`, 0o755)
    writeFileSync(log, '')
    const printed = await startIn(program, argv)
    const [first = 0, ...later] = model.times
    const made = new Map(
      ['made.txt', 'notes.txt'].map((file) => [file, existsSync(join(project, file))]),
    )
    return {
      told: model.results().map(read),
      surety: readFileSync(log, 'utf8').split('\n').slice(0, -1),
      heard: model.requests.join('\n'),
      last: model.requests.at(-1) ?? '',
      made: (file) => made.get(file) === true,
      printed,
      ms: (later.at(-1) ?? first) - first,
    }
  } finally {
    await model.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function ended(
  program: string,
  words: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
  let text = ''
  child.stdout.on('data', (chunk) => (text += chunk))
  child.stderr.on('data', (chunk) => (text += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      resolve(text)
    })
  })
}
