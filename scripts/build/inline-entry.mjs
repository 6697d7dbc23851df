import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** A file that only passes names of another on. */
const FACADE = /^import\{([^}]*)\}from"\.\/([^"]+)";\s*export\{([^}]*)\};?\s*$/

/** The list of exports at the end of a file. */
const EXPORTS = /export\{([^}]*)\};?\s*$/

/**
 * Puts the code that every run needs into `index.js`, which only passes its names on: each file that a
 * program opens takes a millisecond. Other files get what they share with it from one function, so that
 * the module has its public names and one more.
 */
export function inlineEntry(folder) {
  const entry = join(folder, 'index.js')
  const [, imports, target, exports] = FACADE.exec(readFileSync(entry, 'utf8')) ?? []
  if (target === undefined) throw new Error('index.js holds more than names of another file')
  const front = join(folder, target)
  const code = readFileSync(front, 'utf8')
  const given = pairsOf(EXPORTS.exec(code)[1])
  const local = new Map(given.map(([own, name]) => [name, own]))
  const imported = new Map(pairsOf(imports).map(([name, own]) => [own, name]))
  const names = pairsOf(exports).map(([own, name]) => `${local.get(imported.get(own))} as ${name}`)
  const shared = given.map(([own, name]) => `${name}:${own}`)
  writeFileSync(
    entry,
    `${code.replace(EXPORTS, '').replaceAll(/(import\(|from)"\.\//g, `$1"./${dirname(target)}/`)}
export function __shared(){return{${shared.join(',')}}}
export{${names.join(',')}};\n`,
  )
  rmSync(front)
  for (const file of filesIn(folder)) {
    const text = readFileSync(file, 'utf8')
    const linked = linkTo(entry, front, file, text)
    if (linked !== text) writeFileSync(file, linked)
  }
}

/** Has a file take the names of the front from the entry. */
function linkTo(entry, front, file, text) {
  const path = (to) => `./${relative(dirname(file), to)}`.replace(/^\.\/\.\./, '..')
  const old = path(front).replaceAll('.', String.raw`\.`)
  const now = path(entry)
  let count = 0
  return text
    .replaceAll(new RegExp(`import\\{([^}]*)\\}from"${old}";?`, 'g'), (_all, list) => {
      count += 1
      const names = pairsOf(list).map(([name, own]) => `${name}:${own}`)
      return `import{__shared as __shared${count}}from"${now}";const{${names.join(',')}}=__shared${count}();`
    })
    .replaceAll(new RegExp(`import"${old}"`, 'g'), `import"${now}"`)
    .replaceAll(
      new RegExp(`import\\("${old}"\\)`, 'g'),
      `import("${now}").then(({__shared:e})=>e())`,
    )
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))
}

/** Reads `a as b,c` as pairs. */
function pairsOf(list) {
  return list.split(',').map((part) => {
    const [from, to = from] = part.split(' as ')
    return [from, to]
  })
}
