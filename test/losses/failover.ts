// npm run failover -- --rounds 20: loses the database's primary so many times under load, and prints what was lost.
import '../day.ts'
import { losePrimaries } from './primary.ts'

const at = process.argv.indexOf('--rounds')
const rounds = at > 0 ? Number(process.argv[at + 1]) : 20
const { told, lost, missed, outages_ms } = await losePrimaries(rounds, console.log)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const sorted = outages_ms.toSorted((a, b) => a - b)
console.log(`
| Primaries lost | Writes told | Lost | Live events missed | Outage, median | Longest |
|---|---|---|---|---|---|
| ${rounds} | ${told} | ${lost} | ${missed} | ${seconds(sorted[sorted.length >> 1]!)} | ${seconds(sorted.at(-1)!)} |`)
process.exitCode = lost || missed || sorted.at(-1)! > 30_000 ? 1 : 0
