import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from 'vite'

import { sourceNames } from '../scripts/build/source-names.mjs'
import { root } from '../scripts/build/targets.mjs'

/** What a page may do besides running its own script: the inspector talks to the server that it came from. */
const PAGES = { report: [], inspect: ["connect-src 'self'"] }

/**
 * Builds each of `pages/<name>` into one file with everything inside, so that it works offline and from a mail. The
 * policy of the page names its script by its hash: no other can run, whatever the data holds.
 */
const [target, ...names] = process.argv.slice(2)
if (target === undefined) throw new Error('Name the folder that the pages are built into.')
await Promise.all(names.map((name) => buildPage(name, PAGES[name])))

async function buildPage(name, more) {
  const folder = join(root, 'pages', name)
  const { script, style } = await bundle(folder)
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    ...more,
  ].join('; ')
  const parts = { policy, style: `<style>${style}</style>`, script: `<script>${script}</script>` }
  const page = readFileSync(join(folder, 'page.html'), 'utf8').replaceAll(
    /<!--(policy|style|script)-->/g,
    (_mark, part) => parts[part],
  )
  writeFileSync(join(target, `${name}.html`), page)
}

async function bundle(folder) {
  const result = await build({
    configFile: false,
    root: folder,
    resolve: { alias: sourceNames },
    logLevel: 'warn',
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // One file of styles; otherwise the script would put them in, which the policy refuses.
      cssCodeSplit: false,
      rollupOptions: { input: join(folder, 'main.tsx'), output: { format: 'iife' } },
    },
  })
  const { output } = [result].flat()[0]
  const code = output.find(({ type }) => type === 'chunk').code
  const styles = output.filter(({ fileName }) => fileName.endsWith('.css'))
  return {
    script: code.trim().replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`),
    style: styles
      .map(({ source }) => String(source))
      .join('')
      .trim(),
  }
}

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
