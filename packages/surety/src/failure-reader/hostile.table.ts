const json = (value: unknown) => `${JSON.stringify(value)}\n`
const lines = (...values: readonly unknown[]) => values.map(json).join('')
const boom = { error: { code: 'BOOM', message: 'it broke' } }

interface Row {
  readonly stdout?: string
  readonly stderr?: string
  /** Undefined: none may be read. */
  readonly code?: string
  readonly message?: string
}

/** What programs could print to be misread: the name of each says what it tries. */
export const HOSTILE: Readonly<Record<string, Row>> = {
  // Success words beside a failure.
  'ok: true with a code': { stdout: json({ ok: true, code: 'NOT_FOUND', message: 'gone' }) },
  'success: true with an error': { stdout: json({ success: true, ...boom }) },
  'status ok with errors': {
    stdout: json({ status: 'ok', errors: [{ code: 'E_ONE', message: 'x' }] }),
  },
  'status success beside a reason': {
    stdout: json({ status: 'success', reason: 'not_found', message: 'x' }),
  },
  'a final success after a failure': { stdout: lines(boom, { ok: true }) },
  'a final pass after a failed step': {
    stdout: lines({ status: 'failed', code: 'STEP_FAILED' }, { status: 'passed' }),
  },
  'an envelope that calls itself a success': {
    stdout: json({ envelope: { ok: true, error: { code: 'BOOM' } } }),
  },
  'a success on stdout and words on stderr': {
    stdout: json({ ok: true }),
    stderr: 'error: disk full\n',
    message: 'error: disk full',
  },
  // Codes that are none.
  'a code that is a word of success': {
    stdout: json({ error: { code: 'OK', message: 'fine' } }),
    message: 'fine',
  },
  'a code true': {
    stdout: json({ ok: false, code: true, message: 'it broke' }),
    message: 'it broke',
  },
  'a code "true"': {
    stdout: json({ ok: false, code: 'true', message: 'it broke' }),
    message: 'it broke',
  },
  'a code that says error': {
    stdout: json({ ok: false, code: 'error', message: 'it broke' }),
    message: 'it broke',
  },
  'a number': { stdout: json({ ok: false, code: 2, message: 'it broke' }), message: 'it broke' },
  'a number as text': {
    stdout: json({ ok: false, code: '404', message: 'it broke' }),
    message: 'it broke',
  },
  'a sentence as a code': {
    stdout: json({ ok: false, code: 'the disk is full', message: 'it broke' }),
    message: 'it broke',
  },
  'a command as a code': {
    stdout: json({ ok: false, code: 'rm -rf /', message: 'it broke' }),
    message: 'it broke',
  },
  'a substitution as a code': {
    stdout: json({ ok: false, code: '$(reboot)', message: 'it broke' }),
    message: 'it broke',
  },
  'backquotes as a code': {
    stdout: json({ ok: false, code: '`id`', message: 'it broke' }),
    message: 'it broke',
  },
  'an option as a code': {
    stdout: json({ ok: false, code: '--force', message: 'it broke' }),
    message: 'it broke',
  },
  'markup as a code': {
    stdout: json({ ok: false, code: '<b>X</b>', message: 'it broke' }),
    message: 'it broke',
  },
  'a long code': {
    stdout: json({ ok: false, code: 'A'.repeat(65), message: 'it broke' }),
    message: 'it broke',
  },
  'an endless code': {
    stdout: json({ ok: false, code: 'A_'.repeat(50_000), message: 'it broke' }),
    message: 'it broke',
  },
  'two lines as a code': {
    stdout: json({ ok: false, code: 'A\nB', message: 'it broke' }),
    message: 'it broke',
  },
  'an empty code': {
    stdout: json({ ok: false, code: '', message: 'it broke' }),
    message: 'it broke',
  },
  'a list as a code': {
    stdout: json({ ok: false, code: ['A_B'], message: 'it broke' }),
    message: 'it broke',
  },
  // Escapes and marks are dropped.
  'colours in a code': {
    stdout: json({ error: { code: '\u001B[31mBOOM\u001B[0m', message: 'it broke' } }),
    code: 'BOOM',
  },
  'a title of the terminal in a code': {
    stdout: json({ error: { code: '\u001B]0;own\u0007BOOM', message: 'it broke' } }),
    code: 'BOOM',
  },
  'a mark of direction in a code': {
    stdout: json({ error: { code: 'BO\u202EOM', message: 'it broke' } }),
    code: 'BOOM',
  },
  'a zero byte in a code': {
    stdout: json({ error: { code: 'BO\0OM', message: 'it broke' } }),
    code: 'BOOM',
  },
  'letters that look alike': {
    stdout: json({ error: { code: 'ВООМ', message: 'it broke' } }),
    message: 'it broke',
  },
  'escapes in a message': {
    stdout: json({ error: { message: '\u001B[2Jgone \u202Ebad' } }),
    message: 'gone bad',
  },
  'a message of many lines': {
    stdout: json({ error: { message: '\n\nfirst line\nerror: second' } }),
    message: 'first line',
  },
  // Names that objects have.
  '__proto__ with an error': {
    stdout: '{"__proto__":{"ok":false,"error":{"code":"BOOM","message":"x"}}}\n',
  },
  '__proto__ in an error': {
    stdout: '{"ok":false,"error":{"__proto__":{"code":"BOOM"},"message":"it broke"}}\n',
    message: 'it broke',
  },
  'constructor as an error': { stdout: json({ constructor: { name: 'BOOM' }, toString: 'x' }) },
  'a hasOwnProperty of its own': { stdout: json({ hasOwnProperty: 1, ...boom }), code: 'BOOM' },
  // Depth and size.
  'ten thousand levels': { stdout: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
  'a deep hint': {
    stdout: `{"ok":false,"code":"BOOM","hint":${'['.repeat(9000)}${']'.repeat(9000)}}`,
    code: 'BOOM',
  },
  'an error in an error in an error': { stdout: json({ a: { b: { c: boom } } }) },
  'five megabytes without an end': {
    stdout: `{"error":{"code":"BOOM","message":"${'x'.repeat(5_000_000)}`,
  },
  'five megabytes of one document': { stdout: json({ rows: 'x'.repeat(5_000_000), ...boom }) },
  'five megabytes of brackets': { stderr: '[{'.repeat(2_500_000) },
  'five megabytes of lines that begin documents': { stdout: '{\n'.repeat(2_500_000) },
  // Only what ends a stream.
  'a record in the midst of a log': {
    stderr: `starting\n${json(boom)}error: the port is taken\n`,
    message: 'error: the port is taken',
  },
  'a document before text': { stdout: `${json(boom)}Done.\n` },
  'a document in a sentence': {
    stderr: `failed to parse {"error":{"code":"BOOM","message":"x"}}\n`,
  },
  'an indented document': { stdout: `Request:\n  {"ok":false,"code":"BOOM"}\n` },
  'half a document': { stdout: '{"error":{"code":"BOOM","message":"it bro' },
  'a document in a document as text': { stdout: json({ log: json(boom) }) },
  // Rows and other data.
  'a list of rows with errors': {
    stdout: json([
      { id: 1, error: 'E_ONE' },
      { id: 2, error: null },
    ]),
  },
  'lines of rows, the last with an error': {
    stdout: lines({ id: 1, error: null }, { id: 2, error: 'E_TWO' }),
  },
  'rows of another': { stdout: json({ items: [{ code: 'NOT_FOUND', message: 'x' }] }) },
  'a log in a document': {
    stdout: json({ logs: [{ level: 'error', code: 'E_OLD', message: 'x' }] }),
    stderr: 'no luck\n',
    message: 'no luck',
  },
  'errors of the past': {
    stdout: json({ events: [{ severity: 'error', code: 'E_OLD', message: 'x' }], id: 1 }),
  },
  'a count of errors': { stdout: json({ errors: 0, code: 'E_X', name: 'report' }) },
  'a language': { stdout: json({ code: 'en-GB', message: 'Hello' }) },
  'a language whose text tells of a failure': {
    stdout: json({ code: 'de-DE', message: 'Datei not found' }),
  },
  'an event': { stdout: json({ code: 'user_created', message: 'A user was created' }) },
  'a code for people to type in': {
    stdout: json({ code: 'KX4F-92LM', message: 'Enter this code' }),
  },
  'texts of errors to translate': { stdout: json({ not_found: 'Not found', error: '' }) },
  'a package with the name of an error': {
    stdout: json({ name: 'ERR_LIB', description: 'Errors' }),
  },
  'a name beside a failure': {
    stdout: json({ ok: false, name: 'my-app', kind: 'list', message: 'it broke' }),
    message: 'it broke',
  },
  'a null error': { stdout: json({ error: null, data: { code: 'E_X' } }) },
  'an empty error': { stdout: json({ error: {}, code: 'E_X' }) },
  // What was overcome.
  'an attempt that was repeated': {
    stderr: lines({ event: 'retry', ...boom }, { ok: false, message: 'quota used up' }),
    message: 'quota used up',
  },
  'a warning before the end': {
    stderr: lines(
      { level: 'warn', code: 'ECONNRESET', msg: 'again' },
      { level: 'error', msg: 'quota used up' },
    ),
    message: 'quota used up',
  },
  'an overcome error before a bare denial': {
    stdout: lines({ level: 'error', code: 'ECONNRESET', message: 'reset' }, { success: false }),
  },
  'a log with places before a bare denial': {
    stdout: lines(
      { level: 'error', time: 1, file: 'net.go', code: 'ECONNRESET', message: 'reset' },
      { success: false },
    ),
  },
  // Two streams that differ.
  'two codes': { stdout: json(boom), stderr: json({ error: { code: 'BANG', message: 'x' } }) },
  'a document and another code as text': { stdout: json(boom), stderr: 'npm error code ENOENT\n' },
  // Not to be obeyed.
  'JSON as a message': {
    stdout: json({ error: { message: '{"a":1}', detail: 'it broke' } }),
    message: 'it broke',
  },
  'JSON as the only words': { stderr: '{"a":1}\nnoise {"b"\n' },
}
