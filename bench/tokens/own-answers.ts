/** A call of our own command that is counted; those of one list build on each other. */
export interface OwnAnswer {
  readonly words: readonly string[]
  readonly stdin?: string
  /** What it may cost at most, if that is not the budget of all. */
  readonly limit?: number
}

const TOOL = ['node', 'model.mjs']
const CALLS = [TOOL, ['false']].map((argv) =>
  JSON.stringify({ argv: [...argv, ...(argv === TOOL ? ['show', '1'] : [])] }),
)
const DOCUMENT = '{"ok":true,"type":"task","data":{"id":1}}'
const CAPTURE = JSON.stringify({ stdout: DOCUMENT, stderr: '', exit_code: 0 })

const on = (stdin: string, ...words: readonly string[]): OwnAnswer => ({ words, stdin })
const call = (...words: readonly string[]): OwnAnswer => ({ words })

/** A call of every command, as somebody would type it who did not read its help; a test compares the names. */
export const OWN_ANSWERS: readonly OwnAnswer[] = [
  { words: ['run', '-q', '--', 'true'], limit: 80 },
  call('run', '--', './unknown-tool'),
  call('sh', '--', 'ls /nowhere | cat'),
  call('check', '--', './unknown-tool'),
  call('check', '--', ...TOOL),
  call('new', 'greet'),
  on(CALLS.join('\n'), 'batch', 'run', '--state', 'calls.state', '-'),
  call('batch', 'status', 'calls.state'),
  call('batch', 'results', 'calls.state'),
  call('batch', 'doubts', 'calls.state'),
  call('batch', 'settle', 'calls.state', '#1', '--as', 'done'),
  call('batch', 'rerun', 'calls.state', '#1'),
  call('batch', 'cancel', 'calls.state'),
  call('batch', 'delete', 'calls.state', '--yes'),
  call('worker', '--queue', 'redis://127.0.0.1:1', '--tools', '*'),
  call('run', '-q', '--', 'ls', '/nowhere'),
  call('journal', 'tail'),
  call('journal', 'orphans'),
  call('journal', 'answer', '784ca4eb-0a25-4a55-94d2-df99aa86a14a'),
  call('replay', 'home'),
  call('inspect', '--text', '--', 'git'),
  call('memory', 'learn', '--', ...TOOL),
  call('memory', 'list'),
  call('memory', 'forget', 'model.mjs'),
  call('fixtures', 'record', '--', ...TOOL),
  call('fixtures', 'compare', '--', ...TOOL),
  call('fixtures', 'drift', '--', ...TOOL),
  call('wrap', 'run', 'git', '--version'),
  call('wrap', 'init', '--', './unknown-tool'),
  call('wrap', 'check', 'git'),
  call('wrap', 'write', 'git', 'git-agent'),
  { words: ['wrap', 'list'], limit: 400 },
  call('hook', 'install', 'codex'),
  call('hook', 'status'),
  call('hook', 'uninstall', 'codex'),
  on(
    '{"tool_name":"Bash","tool_input":{"command":"ls /nowhere | cat"},"tool_response":""}',
    'hook',
    'note',
    'codex',
  ),
  // Its answers to clients are tools and results that they asked for.
  on('', 'mcp', 'serve', '--', ...TOOL),
  call('mcp', 'config', 'claude-code', '--', ...TOOL),
  on(CAPTURE, 'decode'),
  on(DOCUMENT, 'decode'),
  on('{"ok":true,"data":{"id":1}}', 'translate', '--to', 'td', '--captures'),
  on(DOCUMENT, 'translate', '--from', 'td'),
  on(DOCUMENT, 'decode', '--check', '--dialect', 'td'),
  call('decode', '--dialects'),
  call('--help'),
  call('--llms'),
  call('help', 'options'),
  call('version'),
  call('manifest'),
  call('manifest', 'run'),
  call('schema'),
  call('schema', 'run'),
  call('run', '--schema'),
  call('agent-guide'),
  call('skills'),
  call('check-permissions'),
  call('exec'),
  call('job', 'status', '1'),
]
