import fc from 'fast-check'

import { jsonValue } from './outcome.arbitrary.ts'
import type { Capture } from './dialect.ts'

const exitCode = fc.oneof(
  fc.constantFrom(0, 1, 2, 3, 5, 8, 11, 13, 64, 79, 130, 143, 255),
  fc.integer({ min: 0, max: 255 }),
)

const fragment = fc.constantFrom(
  '{"ok":true,"data":{},"error":null,"warnings":[],"meta":{"duration_ms":1}}',
  '{"ok":false,"error":{"code":"x","message":"y"}}',
  '{"schema":"animus.cli.v1","ok":true,"data":1}',
  '{"type":"error","error":"e","kind":"k"}',
  '{"type":"chunk","data":1}\n',
  '{"type":"done","ok":true}',
  '{"ok":',
  '[',
  '{',
  '"',
  '\\',
  '\n',
  '\u0000',
  'Warning: low\n',
)

const streamText = fc.oneof(
  fc.string(),
  fc.array(fragment, { maxLength: 5 }).map((parts) => parts.join('')),
  jsonValue.map((value) => JSON.stringify(value)),
  jsonValue.map((value) => JSON.stringify(value, null, 2)),
)

const stream = fc.oneof(streamText, fc.uint8Array({ maxLength: 200 }))

/** What any process may leave behind. */
export const arbitraryCapture: fc.Arbitrary<Capture> = fc.record({
  stdout: stream,
  stderr: stream,
  exit_code: exitCode,
})

/** Ways to damage a capture: cut, doubled, swapped, overwritten, another exit code. */
export const mutatedCapture: fc.Arbitrary<(capture: Capture) => Capture> = fc
  .record({
    kind: fc.constantFrom('cut', 'double', 'swap', 'overwrite', 'exit', 'bytes'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    exit_code: exitCode,
    insert: streamText,
  })
  .map(({ kind, at, exit_code, insert }) => (capture: Capture): Capture => {
    const edit = (change: (text: string) => string): Capture => ({
      ...capture,
      stdout: change(String(capture.stdout)),
      stderr: change(String(capture.stderr)),
    })
    const place = (text: string): number => Math.floor(at * text.length)
    switch (kind) {
      case 'cut':
        return edit((text) => text.slice(0, place(text)))
      case 'double':
        return edit((text) => text + insert + text)
      case 'swap':
        return { ...capture, stdout: capture.stderr, stderr: capture.stdout }
      case 'overwrite':
        return edit((text) => text.slice(0, place(text)) + insert + text.slice(place(text) + 1))
      case 'bytes':
        return {
          ...capture,
          stdout: new TextEncoder()
            .encode(String(capture.stdout))
            .map((byte, index) => (index % 17 === 3 ? byte ^ 0xff : byte)),
        }
      default:
        return { ...capture, exit_code }
    }
  })
