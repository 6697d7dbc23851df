// Ends with the exit code that it is given.
console.error('elsewhere')
process.exitCode = Number(process.argv[2])
