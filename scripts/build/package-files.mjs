import * as fs from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { parse } from 'yaml'

import { root } from './targets.mjs'

/** The packages whose code is in a build instead of being installed with it. */
const mcp = ['@modelcontextprotocol/server', '@modelcontextprotocol/core', 'zod']
const bundled = {
  surety: [...mcp, 'yaml'],
  adopt: [],
  client: ['unbash', 'yaml'],
  check: ['preact', 'yaml'],
  cli: [...mcp, 'preact', 'unbash', 'yaml'],
}

/** Takes the blanks out of tables, which align columns for people and cost agents tokens; what is code stays. */
function withoutPadding(text) {
  let isCode = false
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('```')) isCode = !isCode
    if (isCode || !line.startsWith('|')) return line
    return line.replaceAll(/ {2,}\|/g, ' |').replaceAll(/-{4,}/g, '---')
  })
  return lines.join('\n')
}

/** What was measured here, and members, which the declarations tell too. */
const LEFT_OUT = /\/(?:costs|departures|members)\.md$/

/** The pages of docs that a package brings, for those who read them offline. */
const docs = {
  surety: ['framework', 'contract', 'dialects'],
  adopt: ['adapters'],
  client: ['client', 'cli/memory-and-journal.md'],
  check: ['conformance'],
  cli: ['cli', 'wrap', 'conformance'],
}

/** Writes the ready descriptions as JSON, which a hook reads sooner. */
export function addDescriptions(outDir) {
  const from = join(root, 'packages', 'client', 'descriptions')
  fs.mkdirSync(join(outDir, 'descriptions'))
  for (const file of fs.readdirSync(from)) {
    const { calls, ...rest } = parse(fs.readFileSync(join(from, file), 'utf8'))
    const { errors, ...known } = calls
    const name = basename(file, '.surety.yaml')
    const path = join(outDir, 'descriptions', name)
    fs.writeFileSync(`${path}.json`, JSON.stringify({ calls: known, inherits: rest.inherits }))
    const rules = join(outDir, 'descriptions', `_${name}.json`)
    if (errors) fs.writeFileSync(rules, JSON.stringify({ calls: { errors } }))
    if (rest.commands) fs.writeFileSync(`${path}.wrap.json`, JSON.stringify(rest))
  }
}

/** Gives the command its copy of the ready descriptions, and takes out what is an entry for the sake of chunks. */
export function addReadyFiles(outDir) {
  const own = join(root, 'packages', 'cli', 'descriptions')
  fs.rmSync(own, { recursive: true, force: true })
  fs.cpSync(join(root, 'packages', 'client', 'descriptions'), own, { recursive: true })
  fs.rmSync(join(outDir, 'cli', 'framework.cjs'))
}

/** Gives the kit its copy of the golden data, which implementations in other languages compare themselves with. */
export function addFixtures() {
  const own = join(root, 'packages', 'check', 'fixtures')
  fs.rmSync(own, { recursive: true, force: true })
  fs.cpSync(join(root, 'fixtures'), own, { recursive: true })
}

/** Adds the schemas without white space, which is a third of them. */
export function addSchemas(outDir) {
  const from = join(root, 'packages', 'surety', 'schemas')
  for (const name of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue
    const to = join(outDir, 'schemas', name)
    fs.mkdirSync(dirname(to), { recursive: true })
    fs.writeFileSync(to, JSON.stringify(JSON.parse(fs.readFileSync(join(from, name), 'utf8'))))
  }
}

/** Adds the licences of what is in a build, and our own. */
export function addLicences(name, outDir) {
  const names = new Map()
  for (const { title, text } of bundled[name].map(licenseOf))
    names.set(text, [...(names.get(text) ?? []), title])
  const licences = [...names].map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`)
  const all = licences.join(`\n${'-'.repeat(80)}\n\n`)
  fs.writeFileSync(join(outDir, 'third-party-licenses.txt'), all)
  fs.copyFileSync(join(root, 'LICENSE'), join(root, 'packages', name, 'LICENSE'))
}

/** Copies the pages of a package. A link to what it does not bring becomes its words. */
export function addDocs(name) {
  const from = join(root, 'docs')
  const to = join(root, 'packages', name, 'docs')
  fs.rmSync(to, { recursive: true, force: true })
  const pages = docs[name].flatMap((part) =>
    part.endsWith('.md')
      ? [part]
      : fs
          .readdirSync(join(from, part), { recursive: true, encoding: 'utf8' })
          .map((file) => join(part, file))
          .filter((file) => file.endsWith('.md') && !LEFT_OUT.test(file)),
  )
  const isHere = new Set(pages)
  for (const page of pages) {
    const text = fs.readFileSync(join(from, page), 'utf8')
    const linked = text.replaceAll(
      /(?<!!)\[([^\]\n]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
      (whole, words, target) =>
        isHere.has(relative(from, join(from, dirname(page), target))) ? whole : words,
    )
    fs.mkdirSync(dirname(join(to, page)), { recursive: true })
    fs.writeFileSync(join(to, page), withoutPadding(linked))
  }
}

function licenseOf(name) {
  const folder = join(root, 'node_modules', name)
  const { version, license } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = fs.readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = fs.readFileSync(join(folder, file), 'utf8').trim()
  return { title: `${name} ${version} (${license})`, text }
}
