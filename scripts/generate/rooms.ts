import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

import { root } from '../generators.ts'

/** Draws the packages, the rooms of each and the stages of the framework, and who imports whom: docs/rooms.svg. */
export async function generate(): Promise<Record<string, string>> {
  const folder = join(root, 'packages')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^\w+\/src\/.*(?<!\.(?:test|test-d|suite|arbitrary))\.ts$/.test(file))
  const imports = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    return [...text.matchAll(/^(?! \*).*(?:from|import\()\s*'((?:\.|@?surety\b)[^']+)'/gm)].map(
      ([, path]) => ({
        from: file,
        to: targetOf(file, path!),
      }),
    )
  })
  // The types of members that steps bring import nothing, so that declarations can have them.
  const isMember = (file: string) => /\/runtime\/steps\/.*members\.ts$/.test(file)
  const inside = (start: string) =>
    imports.flatMap(({ from, to }) =>
      from.startsWith(start) && to.startsWith(start) && !isMember(to)
        ? [{ from: from.slice(start.length), to: to.slice(start.length) }]
        : [],
    )
  const pictures = [
    draw('packages', imports),
    draw(
      'packages/surety/src',
      inside('surety/src/').filter(({ from }) => !from.startsWith('unstable/')),
    ),
    draw('packages/client/src', inside('client/src/')),
    draw('packages/cli/src', inside('cli/src/')),
    draw('packages/surety/src/runtime', inside('surety/src/runtime/')),
  ]
  return { 'docs/rooms.svg': page(pictures) }
}

/** Finds what an import leads to: a path from the file, or the folder of the package that it names. */
function targetOf(file: string, path: string): string {
  if (path.startsWith('.')) return normalize(join(file, '..', path)).replaceAll('\\', '/')
  const [, name = 'surety'] = /^@surety\/(\w+)/.exec(path) ?? []
  return `${name}/src/`
}

interface Picture {
  readonly title: string
  readonly layers: readonly (readonly string[])[]
  readonly arrows: readonly (readonly [from: string, to: string])[]
}

interface Import {
  readonly from: string
  readonly to: string
}

/** Puts every room above all that it imports, as low as it can be. */
function draw(title: string, imports: readonly Import[]): Picture {
  // Files beside the folders, such as an index, are in no room.
  const roomOf = (file: string) => /^(\w[^/]*)\//.exec(file)?.[1]
  const below = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [one, other] = [roomOf(from), roomOf(to)]
    if (one === undefined || other === undefined) continue
    for (const room of [one, other]) if (!below.has(room)) below.set(room, new Set())
    if (one !== other) below.get(one)!.add(other)
  }
  const depths = new Map<string, number>()
  const depthOf = (room: string): number => {
    const known = depths.get(room)
    if (known !== undefined) return known
    const depth = Math.max(-1, ...[...below.get(room)!].map(depthOf)) + 1
    depths.set(room, depth)
    return depth
  }
  for (const room of below.keys()) depthOf(room)
  const layers = Array.from({ length: Math.max(...depths.values()) + 1 }, (_, depth) =>
    [...depths].flatMap(([room, at]) => (at === depth ? [room] : [])).toSorted(),
  )
  // An arrow that others make on the way says nothing more.
  const reaches = (from: string, to: string): boolean =>
    [...below.get(from)!].some((next) => next === to || reaches(next, to))
  const arrows = [...below].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((way) => way !== to && reaches(way, to)))
      .map((to) => [from, to] as const),
  )
  return {
    title,
    layers: layers.toReversed(),
    arrows: arrows.toSorted((a, b) => (a.join() < b.join() ? -1 : 1)),
  }
}

const [WIDTH, STEP, BOX, HEIGHT, TOP] = [880, 64, 116, 30, 70]

function page(pictures: readonly Picture[]): string {
  let top = 0
  const parts = pictures.map((picture) => {
    const at = new Map(
      picture.layers.flatMap((rooms, layer) =>
        rooms.map((room, index) => {
          const x = Math.round((WIDTH / (rooms.length + 1)) * (index + 1))
          return [room, { x, y: top + TOP + layer * STEP }] as const
        }),
      ),
    )
    const heading = `<text x="20" y="${top + 32}" class="title">${picture.title}</text>`
    top += TOP + picture.layers.length * STEP
    return [
      heading,
      ...picture.arrows.map(([from, to]) => {
        const [a, b] = [at.get(from)!, at.get(to)!]
        const middle = (a.y + HEIGHT + b.y) / 2
        return `<path d="M${a.x} ${a.y + HEIGHT}C${a.x} ${middle} ${b.x} ${middle} ${b.x} ${b.y - 3}"/>`
      }),
      ...[...at].map(
        ([room, { x, y }]) =>
          `<rect x="${x - BOX / 2}" y="${y}" width="${BOX}" height="${HEIGHT}" rx="6"/><text x="${x}" y="${y + 20}">${room}</text>`,
      ),
    ].join('\n')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="The folders of the source; each imports those that its lines lead down to">
<style>
text { font: 14px sans-serif; text-anchor: middle; fill: #1f2328 }
.title { font-weight: bold; text-anchor: start }
rect { fill: #eef4ff; stroke: #54689b }
path { fill: none; stroke: #9aa7c7; marker-end: url(#end) }
</style>
<defs><marker id="end" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto"><circle cx="3" cy="3" r="2" fill="#54689b"/></marker></defs>
<rect width="${WIDTH}" height="${top}" style="fill:#fff;stroke:none"/>
${parts.join('\n')}
</svg>
`
}
