// npm run power-cut -- --cuts 100: cuts the power of the database's machine under load so many times, and prints what was lost.
import '../day.ts'
import { cutPower, rowsGone } from './power.ts'

const at = process.argv.indexOf('--cuts')
const cuts = at > 0 ? Number(process.argv[at + 1]) : 100
const [kept, unsure] = [await rowsGone('on'), await rowsGone('off')]
console.log(`Of 100 rows, a cut dropped ${kept}; without waiting for the disk, ${unsure}.`)
if (!unsure) throw new Error('Nothing is dropped: these cuts show nothing')
const { told, lost, missed, undone } = await cutPower(cuts, console.log)
console.log(`
| Cuts | Writes told | Lost | Live events missed | Files a cut undid, on average |
|---|---|---|---|---|
| ${cuts} | ${told} | ${lost} | ${missed} | ${undone.toFixed(1)} |`)
process.exitCode = kept || lost || missed ? 1 : 0
