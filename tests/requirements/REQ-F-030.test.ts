import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { folder } from '../e2e/processes/run-acme.ts'
import { isAlive, lower } from '../e2e/processes/run-lower.ts'

type Ended = Awaited<ReturnType<typeof lower>>

describe('what a call leaves', () => {
  let [kind, stubborn, patient, one, two, broken]: Ended[] = []
  /** The process of the child, as the tracking file had it while the child ran. */
  let tracked = 0
  const waited: Record<string, number> = {}
  beforeAll(async () => {
    const home = folder()
    type Child = { kill: (signal: 'SIGTERM') => boolean }
    const look = (child: Child) => {
      const name = readdirSync(join(home, 'lower')).find((each) => each.endsWith('.pids')) ?? ''
      tracked = Number(readFileSync(join(home, 'lower', name), 'utf8').trim())
      child.kill('SIGTERM')
    }
    const stubbornly = async (grace: string) => {
      let killedAt = 0
      const whenReady = (child: Child) => {
        killedAt = performance.now()
        child.kill('SIGTERM')
      }
      const ended = await lower(['child'], { env: { KIND: 'stubborn', GRACE: grace }, whenReady })
      waited[grace] = performance.now() - killedAt
      return ended
    }
    ;[kind, stubborn, patient, one, two, broken] = await Promise.all([
      lower(['child'], { env: { HOME: home, KIND: 'kind' }, whenReady: look }),
      stubbornly('300'),
      stubbornly('3500'),
      lower(['quick']),
      lower(['quick']),
      lower(['quick', '--breaks']),
    ])
  })

  it('REQ-F-030/1,2,3 REQ-F-031/1: is no child: it is tracked while it runs and gets SIGTERM too', () => {
    expect(tracked).toBeGreaterThan(1)
    expect(isAlive(tracked)).toBe(false)
    expect(kind).toMatchObject({ code: 143, error: { code: 'CANCELLED' } })
  })

  it('REQ-F-030/5: is named: an answer with children has the path of the tracking file', () => {
    for (const { meta } of [kind!, stubborn!, one!, two!, broken!])
      expect(meta['session_pid_file']).toMatch(/\.pids$/)
  })

  it('REQ-F-030/4,6: is no tracking file, after a signal, a success and a failure', () => {
    for (const { meta } of [kind!, stubborn!, one!, two!, broken!])
      expect(existsSync(meta['session_pid_file'])).toBe(false)
  })

  it('REQ-F-031/2,3: is no child that ignores SIGTERM: it is killed after the grace, then comes the answer', () => {
    expect(stubborn).toMatchObject({ code: 143, error: { code: 'CANCELLED' } })
    expect(waited['300']).toBeGreaterThan(250)
  })

  it('REQ-F-031/4: has the grace that was declared, however long it is', () => {
    expect(patient).toMatchObject({ code: 143, error: { code: 'CANCELLED' }, warnings: [] })
    expect(waited['3500']).toBeGreaterThan(3400)
  })

  it('REQ-F-031/5: is no temporary folder once the children are gone', () => {
    for (const { trace } of [kind!, stubborn!]) {
      expect(trace).not.toBe('')
      expect(existsSync(trace)).toBe(false)
    }
  })

  it('REQ-F-032/1,3: is nothing that two runs share: the handler has a folder of its own', () => {
    expect(one!.data['folder']).toBe(one!.meta['session_tmp_dir'])
    expect(dirname(one!.data['second'])).toBe(one!.data['folder'])
    expect(one!.data['folder']).not.toBe(two!.data['folder'])
  })

  it('REQ-F-032/2 REQ-F-043/1: is no such folder, after a success and a failure', () => {
    expect(broken!.code).toBe(1)
    for (const { meta } of [one!, two!, broken!])
      expect(existsSync(meta['session_tmp_dir'])).toBe(false)
  })

  it('REQ-F-032/4,5: was there before the handler knew its path, which the answer has', () => {
    for (const { meta } of [one!, two!, broken!])
      expect(meta['session_tmp_dir']).toMatch(/\/lower\/session-\w+$/)
  })

  it('REQ-F-043/8,9: was for nobody else, whatever the umask is', () => {
    expect(one!.data['mode']).toBe('700')
  })
})
