import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { differenceInJson, differenceInText } from './docs/comparison.ts'
import { brokenLinksOf } from './docs/links.ts'
import { readPages, type Block, type Page } from './docs/pages.ts'
import { createSandbox, type Ran, type Sandbox } from './docs/sandbox.ts'
import { parseTranscript } from './docs/transcript.ts'
import { toJavaScript, typeErrorsIn } from './docs/typescript.ts'

const pages = readPages()
const shells = ['sh', 'bash', 'console']
const scripts = ['ts', 'js', 'mjs']

let sandbox: Sandbox
let typeErrors: ReadonlyMap<string, readonly string[]>

beforeAll(async () => {
  sandbox = await createSandbox()
  const files: string[] = []
  for (const page of pages) {
    for (const block of page.blocks.filter((each) => !isLeftAlone(each))) {
      const name = fileNameOf(block)
      if (name !== undefined) await sandbox.write(page.path, name, block.text)
      if (name !== undefined && scripts.includes(block.language)) {
        files.push(sandbox.pathOf(page.path, name))
      }
    }
  }
  typeErrors = typeErrorsIn(files, sandbox.folder)
})

afterAll(() => sandbox.remove())

describe.each(pages)('$path', (page) => {
  test('links lead somewhere', () => {
    expect(brokenLinksOf(page)).toEqual([])
  })

  for (const [index, block] of page.blocks.entries()) {
    if (isLeftAlone(block)) continue
    const next = page.blocks[index + 1]
    const promised = next?.marks.includes('output') ? next : undefined
    if (scripts.includes(block.language)) {
      test(`line ${block.line}: the block has the right types`, () => {
        expect(typeErrors.get(sandbox.pathOf(page.path, fileNameOf(block) ?? ''))).toEqual([])
      })
    }
    if (scripts.includes(block.language) && block.marks.includes('run')) {
      test(`line ${block.line}: the block runs and prints what the page says`, async () => {
        expectOutput(await runScript(page, block), promised)
      })
    }
    if (shells.includes(block.language)) {
      test(`line ${block.line}: the commands print what the page says`, async () => {
        await runTranscript(page, block, promised)
      })
    }
    if (block.language === 'json' && !block.marks.includes('output')) {
      test(`line ${block.line}: the block is JSON`, () => {
        expect(() => void JSON.parse(block.text)).not.toThrow()
      })
    }
    if (block.language === 'yaml') {
      test(`line ${block.line}: the block is YAML`, () => {
        expect(() => void parse(block.text)).not.toThrow()
      })
    }
  }
})

/** `no-run` leaves a block alone: commands that need a network, code that is meant to be wrong. */
function isLeftAlone(block: Block): boolean {
  return block.marks.includes('no-run')
}

/** Every script block is a file, named by the page (`file=greet.ts`) or by its line. */
function fileNameOf(block: Block): string | undefined {
  const named = block.marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
  if (named !== undefined) return named
  if (!scripts.includes(block.language)) return undefined
  return `block-${block.line}.${block.language === 'ts' ? 'ts' : 'mjs'}`
}

async function runScript(page: Page, block: Block): Promise<Ran> {
  const name = (fileNameOf(block) ?? '').replace(/\.ts$/, '.mjs')
  await sandbox.write(page.path, name, toJavaScript(block.text))
  return sandbox.run(page.path, process.execPath, [name])
}

async function runTranscript(page: Page, block: Block, promised: Block | undefined): Promise<void> {
  const steps = parseTranscript(block.text)
  expect(steps, 'a shell block has lines that start with "$ ", or is marked no-run').not.toEqual([])
  for (const [index, { command, output }] of steps.entries()) {
    const ran = await sandbox.run(page.path, 'sh', ['-c', command])
    const isLast = index === steps.length - 1
    if (isLast && promised && output === '') expectOutput(ran, promised)
    else if (output !== '') expect(differenceInText(output, ran.shown), command).toBeUndefined()
    else expect(ran, `${command}\n${ran.shown}`).toMatchObject({ exitCode: 0, shown: '' })
  }
}

function expectOutput(ran: Ran, promised: Block | undefined): void {
  if (promised === undefined) expect(ran.exitCode, ran.shown).toBe(0)
  else if (promised.language === 'json') {
    expect(differenceInJson(promised.text, ran.stdout)).toBeUndefined()
  } else expect(differenceInText(promised.text, ran.shown)).toBeUndefined()
}
