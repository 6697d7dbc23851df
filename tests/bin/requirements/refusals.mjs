// Tries declarations that the framework must refuse, and prints the reason for each.
import { defineCli, defineCommand, defineExitCode } from 'surety'
import { EXIT_CODE_TABLES, ExitCode } from 'surety/contract'
import { runCli } from 'surety/testing'

const declare = (more) =>
  defineCommand({
    description: 'Does something',
    danger: 'safe',
    exitCodes: { SUCCESS: 'It is done' },
    run: () => ({}),
    ...more,
  })
const withExit = (name, entry) => declare({ exitCodes: { SUCCESS: 'It is done', [name]: entry } })
const ownExit = (more) =>
  defineExitCode({ name: 'OWN', number: 79, description: 'An own exit', ...more })

const attempts = {
  'no exits': () => declare({ exitCodes: undefined }),
  'empty exits': () => declare({ exitCodes: {} }),
  'no SUCCESS': () => declare({ exitCodes: { NOT_FOUND: 'It is gone' } }),
  'retryable after a part': () =>
    withExit('UNAVAILABLE', { description: 'Down', retryable: true, sideEffects: 'partial' }),
  'retryable after all': () =>
    withExit('CONFLICT', { description: 'Taken', retryable: true, sideEffects: 'complete' }),
  'a number': () => withExit('5', 'It is gone'),
  'an unknown name': () => withExit('BROKEN', 'It is broken'),
  'an own exit by number': () => withExit('79', 'It is used up'),
  'an undeclared exit': () => declare({ errors: { GONE: 'NOT_FOUND' } }),
  'ARG_ERROR with effects': () =>
    withExit('ARG_ERROR', { description: 'Bad', sideEffects: 'partial' }),
  'PARTIAL_FAILURE retryable': () =>
    withExit('PARTIAL_FAILURE', { description: 'Half', retryable: true, sideEffects: 'none' }),
  'CONFLICT complete': () =>
    withExit('CONFLICT', { description: 'Taken', sideEffects: 'complete' }),
  'PRECONDITION retryable': () =>
    withExit('PRECONDITION', { description: 'Missing', retryable: true }),
  'own exit 14': () => ownExit({ number: 14 }),
  'own exit 15': () => ownExit({ number: 15 }),
  'own exit 63': () => ownExit({ number: 63 }),
  'own exit 130': () => ownExit({ number: 130 }),
  'own exit 126': () => ownExit({ number: 126 }),
  'own exit 255': () => ownExit({ number: 255 }),
  'own exit without a name': () => ownExit({ name: '' }),
  'no danger': () => declare({ danger: undefined }),
  'an unknown danger': () => declare({ danger: 'spicy' }),
  'no dry run': () => declare({ danger: 'destructive' }),
  'a protocol with questions': () => declare({ filter: { protocol: 'lsp' }, interactive: true }),
  'auth without headless': () => declare({ auth: {} }),
  'auth without variables': () => declare({ auth: { headless: false } }),
  'a hook before validation': () => declare({ before: () => {} }),
  'execute beside run': () => declare({ execute: () => {} }),
}

const refusals = {}
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    const cli = defineCli({ name: 'acme', commands: { do: attempt() } })
    const { outcome } = await runCli(cli, ['do'], { unchecked: true })
    const { details, message } = outcome.error ?? {}
    const defect = /** @type {string} */ (details?.defect ?? '')
    refusals[name] = outcome.ok ? 'accepted' : `${defect}: ${message}`
  } catch (error) {
    refusals[name] = `${error.code ?? error.name}: ${error.message}`
  }
}
console.log(JSON.stringify({ refusals, ExitCode, table: EXIT_CODE_TABLES['1.6'] }))
