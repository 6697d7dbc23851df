import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { isInstalled } from '@surety/internal/process/installed.suite.ts'
import { createWrapped } from './ready.suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'surety-wrap-cargo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'src'))
writeFileSync(join(folder, 'Cargo.toml'), '[package]\nname = "x"\nversion = "0.1.0"\n')
const write = (body: string) => writeFileSync(join(folder, 'src/lib.rs'), body)

describe.runIf(isInstalled('cargo'))('cargo (needs cargo)', async () => {
  const cargo = await createWrapped('cargo', folder, { HOME: homedir() })

  test('packages, messages of the compiler and tests', async () => {
    write('pub fn one() -> i32 { 1 }\n#[test]\nfn works() { assert_eq!(one(), 1) }\n')
    expect(await cargo.data('metadata')).toEqual([expect.objectContaining({ name: 'x' })])
    expect(await cargo.data('check', '--offline')).toContainEqual(
      expect.objectContaining({ reason: 'build-finished', success: true }),
    )
    expect(await cargo.data('test', '--offline')).toEqual([{ name: 'works', result: 'ok' }])
  }, 120_000)

  test('failures have codes', async () => {
    write('pub fn one() -> i32 { two }\n')
    expect(await cargo.fails('build', '--offline')).toMatchObject({ code: 'COMPILE_ERRORS' })
    write('#[test]\nfn fails() { panic!() }\n')
    expect(await cargo.fails('test', '--offline')).toMatchObject({ code: 'TESTS_FAILED' })
    expect(await cargo.fails('clean')).toMatchObject({ code: 'CONFIRMATION_REQUIRED' })
  }, 120_000)
})
