// `sleep` for the agents: the clock of the service moves, nobody waits.
import { readFileSync, writeFileSync } from 'node:fs'

const file = process.env.ORDERS_STATE
const state = JSON.parse(readFileSync(file, 'utf8'))
state.clock += Number(process.argv[2])
writeFileSync(file, JSON.stringify(state))
