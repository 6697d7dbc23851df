/** Calls code of a program before there is a call to answer; what it prints goes to stderr. */
export async function withoutPrinting<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const stream = process.stdout
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
  const original = stream.write
  stream.write = process.stderr.write.bind(process.stderr)
  try {
    return await work()
  } finally {
    stream.write = original
  }
}
