import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { fileNameOf, isLeftAlone, isScript, writeBlocks } from './docs/blocks.ts'
import { differenceInJson, differenceInText } from './docs/comparison.ts'
import { brokenLinksOf } from './docs/links.ts'
import { readPages, type Block, type Page } from './docs/pages.ts'
import { createSandbox, type Ran, type Sandbox } from './docs/sandbox.ts'
import { parseTranscript } from './docs/transcript.ts'
import { toJavaScript } from './docs/typescript.ts'

const pages = readPages()
const shells = ['sh', 'bash', 'console']

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await createSandbox()
  await writeBlocks(pages, sandbox)
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
    if (isScript(block) && block.marks.includes('run')) {
      test(`line ${block.line}: the block runs and prints what the page says`, async () => {
        expectOutput(await runScript(page, block, promised), promised)
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

/** As a terminal, one pipe for both streams keeps the order of their lines; only JSON is read from stdout alone. */
const together = (command: string, promised: Block | undefined) =>
  promised?.language === 'json' ? command : `exec 2>&1\n${command}`

async function runScript(page: Page, block: Block, promised: Block | undefined): Promise<Ran> {
  const name = (fileNameOf(block) ?? '').replace(/\.ts$/, '.mjs')
  await sandbox.write(page.path, name, toJavaScript(block.text))
  const command = `exec '${process.execPath}' '${name}'`
  return sandbox.run(page.path, 'sh', ['-c', together(command, promised)])
}

async function runTranscript(page: Page, block: Block, promised: Block | undefined): Promise<void> {
  const steps = parseTranscript(block.text)
  expect(steps, 'a shell block has lines that start with "$ ", or is marked no-run').not.toEqual([])
  for (const [index, { command, output }] of steps.entries()) {
    const own = index === steps.length - 1 && output === '' ? promised : undefined
    const ran = await sandbox.run(page.path, 'sh', ['-c', together(command, own)])
    if (own) expectOutput(ran, own)
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
