import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-ffprobe-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A second of silence: the header of a WAV file, and its samples. */
function silence(): Buffer {
  const [rate, header] = [8000, Buffer.alloc(44)]
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + rate, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(rate, 40)
  return Buffer.concat([header, Buffer.alloc(rate, 128)])
}

describe.runIf(isInstalled('ffprobe'))('ffprobe (needs ffprobe)', async () => {
  const ffprobe = await createWrapped('ffprobe', folder)
  writeFileSync(join(folder, 'a.wav'), silence())
  writeFileSync(join(folder, 'a.txt'), 'text')

  test('format, streams and packets', async () => {
    expect(await ffprobe.data('show', 'a.wav')).toMatchObject({
      streams: [{ codec_type: 'audio', sample_rate: '8000' }],
      format: { format_name: 'wav', duration: '1.000000' },
    })
    const packets = await ffprobe.data('packets', '--select', 'a:0', 'a.wav')
    expect(packets).toContainEqual(expect.objectContaining({ codec_type: 'audio' }))
    expect(await ffprobe.data('chapters', 'a.wav')).toEqual([])
  })

  test('failures have codes, and no address is a file', async () => {
    expect(await ffprobe.fails('show', 'a.txt')).toMatchObject({ code: 'INPUT_INVALID' })
    expect(await ffprobe.fails('show', 'nope.wav')).toMatchObject({ code: 'FILE_NOT_FOUND' })
    expect(await ffprobe.fails('show', 'http://127.0.0.1:1/a')).toMatchObject({
      code: 'INVALID_VALUE',
    })
  })
})
