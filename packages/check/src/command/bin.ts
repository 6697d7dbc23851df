#!/usr/bin/env node
import { defineCli, serve } from 'surety/unstable/runtime'
import { joinDashed } from '@surety/internal/dashed-values.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { command } from './check-command.ts'

/** Options of `check` whose values are calls, and flags of its own that are none. */
const CALLS = /^--(?:read|fails|holds)$/
const OWN = /^--(?:all|help|init|json|notes|plan|update-baseline)$/

const { argv, stdout } = process
const isAbout = argv[2] === '--version'
const [, , ...typed] = argv
const words = joinDashed(typed, CALLS, OWN)
const end = words.includes('--') ? words.indexOf('--') : words.length
const hasFormat = words.slice(0, end).some((word) => /^--(?:format|json)\b/.test(word))
// `npx @surety/check` is typed where people look: in a log a report is read as text, too.
const shown = hasFormat || stdout.isTTY ? [] : ['--format', 'plain']
if (!isAbout) argv.splice(2, typed.length, 'check', ...shown, ...words)

void serve(
  defineCli({
    name: 'surety-check',
    version: packageJson.version,
    description: 'Checks whether a program keeps what every program should',
    commands: { check: command },
  }),
)
