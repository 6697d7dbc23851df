#!/usr/bin/env node
// npx starts the only command of a package, whatever its name is, so `npx surety` comes here where the command
// is not installed. Its name differs: what @surety/cli installs as `surety` is never taken by this one.
const words = process.argv
  .slice(2)
  .map((word) =>
    /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
  )
process.stderr.write(
  `The command surety is in another package: npx @surety/cli ${words.join(' ')}`.trimEnd() + '\n',
)
process.exitCode = 127
