import { defineCommand, s } from 'surety'

const STAGES = [
  'prefetch',
  'warnings and environment guards',
  'parser and trust gate',
  'setup with parallel loading',
  'deferred init after trust',
  'choice of mode: local, remote, ssh, teleport, direct-connect, deep-link',
  'submit loop',
]

export const command = defineCommand({
  description: 'Lists the stages of a start',
  danger: 'safe',
  exitCodes: { SUCCESS: 'The stages are listed' },
  output: s.object({ stages: s.array(s.string()), note: s.string() }),
  text: ({ stages }) => stages.map((stage, index) => `${index + 1}. ${stage}`).join('\n'),
  run: () => ({ stages: STAGES, note: 'the stages of a start, in their order' }),
})
