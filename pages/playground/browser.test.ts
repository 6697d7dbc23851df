import { fileURLToPath } from 'node:url'

import { build } from 'esbuild'
import { expect, it } from 'vitest'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const standIn = (name: string) => path(`../../site/.vitepress/browser-${name}.ts`)

it('needs nothing of Node that the site has no stand-in for', async () => {
  const { errors, warnings } = await build({
    entryPoints: [path('playground.tsx')],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    outdir: 'out',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
    alias: {
      'node:buffer': standIn('buffer'),
      'node:os': standIn('os'),
      'node:path': standIn('path'),
      'node:fs': standIn('files'),
      'node:fs/promises': standIn('files'),
    },
  })
  expect([...errors, ...warnings].map(({ text }) => text)).toEqual([])
})
