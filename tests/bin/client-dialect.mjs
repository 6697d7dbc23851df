// Answers in the dialect that it is asked for: client-dialect.mjs DIALECT OUTCOME
import { encode, loadEncoder } from 'surety/dialects'

const [dialect, outcome] = process.argv.slice(2)
const answer = encode(JSON.parse(outcome), await loadEncoder(dialect))
process.stdout.write(answer.stdout)
process.stderr.write(answer.stderr)
process.exitCode = answer.exit_code
