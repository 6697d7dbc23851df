import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitepress'

import { sourceNames } from '../../scripts/build/source-names.mjs'
import { addConsoles, codeLines, keepOptionsWhole } from './code-lines.ts'
import { sidebarOf } from './sidebar.ts'
import { slugify } from './slugify.ts'

const own = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const pages = own('../.pages/')

export default defineConfig({
  title: 'surety',
  description: 'Command-line tools that programs can rely on.',
  srcDir: '.pages',
  outDir: '../build/site',
  cacheDir: '../build/site-cache',
  cleanUrls: false,
  // Pages are opened from any folder, a mail or a branch preview: nothing asks another host.
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/mark.svg' }]],
  markdown: {
    config: (md) => {
      md.set({ html: false })
      addConsoles(md)
      keepOptionsWhole(md)
    },
    codeTransformers: [codeLines],
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/mark.svg',
    nav: [
      { text: 'Getting started', link: '/framework/getting-started' },
      { text: 'Playground', link: '/playground' },
      { text: 'Measured', link: '/measured/' },
    ],
    sidebar: sidebarOf(pages),
    search: { provider: 'local' },
    outline: [2, 3],
  },
  vite: {
    // Of the code that the playground shares, the parts for files are never called there.
    resolve: {
      alias: [
        ...sourceNames,
        { find: 'node:buffer', replacement: own('browser-buffer.ts') },
        { find: 'node:os', replacement: own('browser-os.ts') },
        { find: 'node:path', replacement: own('browser-path.ts') },
        { find: /^node:fs(\/promises)?$/, replacement: own('browser-files.ts') },
      ],
    },
    esbuild: { jsx: 'automatic', jsxImportSource: 'preact' },
    server: { fs: { allow: ['..'] } },
    build: { chunkSizeWarningLimit: 4000 },
  },
})
