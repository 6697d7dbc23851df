import type { TranscriptReader } from '../transcript.ts'
import { reader as claudeCode } from './claude-code.ts'
import { reader as codex } from './codex.ts'
import { reader as gemini } from './gemini.ts'
import { reader as journal } from './journal.ts'
import { reader as miniSweAgent } from './mini-swe-agent.ts'
import { reader as opencode } from './opencode.ts'
import { reader as sweAgent } from './swe-agent.ts'

/** All readers. To add one, write a file beside this and a line here. */
export const READERS: readonly TranscriptReader[] = [
  claudeCode,
  codex,
  gemini,
  opencode,
  sweAgent,
  miniSweAgent,
  journal,
]
