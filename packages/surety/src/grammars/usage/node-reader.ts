import type { KdlNode, KdlValue } from '@surety/internal/kdl-text.ts'

/** Reads the members of a node, which are properties or nodes below it, and lists those that nobody asked for. */
export class NodeReader {
  readonly #asked = new Set<string>()
  readonly #node: KdlNode
  readonly #unread: string[]
  readonly place: string

  constructor(node: KdlNode, place: string, unread: string[]) {
    this.#node = node
    this.#unread = unread
    this.place = place
  }

  text(name: string): string | undefined {
    const value = this.#value(name)
    if (value !== undefined && typeof value !== 'string') this.leave(name)
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
  }

  flag(name: string): boolean | undefined {
    const value = this.#value(name)
    return typeof value === 'boolean' ? value : undefined
  }

  value(name: string): KdlValue | undefined {
    return this.#value(name)
  }

  all(name: string): readonly KdlNode[] {
    this.#asked.add(name)
    return this.#node.below.filter((node) => node.name === name)
  }

  skip(name: string): void {
    this.#asked.add(name)
  }

  /** Notes a member that a description has no place for. */
  leave(name: string): void {
    this.#unread.push(`${this.place}/${name}`)
  }

  /** Notes the members that nobody asked for. */
  finish(): void {
    const names = [...Object.keys(this.#node.props), ...this.#node.below.map(({ name }) => name)]
    for (const name of new Set(names)) if (!this.#asked.has(name)) this.leave(name)
  }

  #value(name: string): KdlValue | undefined {
    this.#asked.add(name)
    if (Object.hasOwn(this.#node.props, name)) return this.#node.props[name]
    return this.#node.below.find((node) => node.name === name)?.values[0]
  }
}
