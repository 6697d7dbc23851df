// What the library takes from its platform; the build puts this in its place. It would bring a validator of
// JSON Schema, half of its size, which only servers need that ask their clients for input.

/** Stands in for the validator; nothing here asks for one. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('This server validates no JSON Schema.')
  }
}

const { process: nodeProcess } = globalThis

export { nodeProcess as process }
