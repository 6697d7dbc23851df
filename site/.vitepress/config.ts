import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { defineConfig, type DefaultTheme } from 'vitepress'

const pages = fileURLToPath(new URL('../.pages/', import.meta.url))

/** The sections of the side bar: the folders of docs/ in the order in which a reader meets them. */
const SECTIONS: Readonly<Record<string, string>> = {
  framework: 'Write a tool',
  adapters: 'Adapt a program',
  wrap: 'Wrap a program',
  cli: 'The surety command',
  client: 'From code',
  dialects: 'Dialects',
  contract: 'The contract',
  conformance: 'Check a tool',
  api: 'Public names',
  measured: 'Measured',
}

export default defineConfig({
  title: 'surety',
  description: 'Command-line tools that programs can rely on.',
  srcDir: '.pages',
  outDir: '../build/site',
  cacheDir: '../build/site-cache',
  cleanUrls: false,
  // Pages are opened from any folder, a mail or a branch preview: nothing asks another host.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { config: (md) => void md.set({ html: false }) },
  themeConfig: {
    nav: [
      { text: 'Tutorial', link: '/framework/getting-started' },
      { text: 'Playground', link: '/playground' },
      { text: 'Checks', link: '/conformance/checks' },
      { text: 'Measured', link: '/measured/' },
    ],
    sidebar: Object.entries(SECTIONS).map(([folder, text]) => ({
      text,
      collapsed: true,
      items: itemsOf(folder),
    })),
    search: { provider: 'local' },
    outline: [2, 3],
  },
  vite: {
    resolve: { alias: { 'node:path': fileURLToPath(new URL('browser-path.ts', import.meta.url)) } },
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    server: { fs: { allow: ['..'] } },
    build: { chunkSizeWarningLimit: 4000 },
  },
})

function itemsOf(folder: string): DefaultTheme.SidebarItem[] {
  return readdirSync(join(pages, folder))
    .filter((name) => name.endsWith('.md'))
    .sort(
      (one, other) =>
        Number(other === 'index.md') - Number(one === 'index.md') || one.localeCompare(other),
    )
    .map((name) => {
      const title = /^# (.+)$/m.exec(readFileSync(join(pages, folder, name), 'utf8'))?.[1] ?? name
      return {
        text: title.replaceAll('`', ''),
        link: `/${folder}/${name === 'index.md' ? '' : name.slice(0, -3)}`,
      }
    })
}
