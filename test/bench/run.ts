// Compares the product with a bare handler over the same SQL, alternating runs: npm run bench [-- capacity | --only G3,invoices] [--quick]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { buildWebIfStale } from '../../src/server/build-web.ts'
import { measureCapacity } from './capacity.ts'
import { measureCampaigns } from './campaigns.ts'
import { measureCustomerList } from './customer-list.ts'
import { measureCustomers } from './customers.ts'
import { measureEvening } from './evening.ts'
import { measureEventLoop } from './event-loop.ts'
import { measureFinding } from './find.ts'
import { measureGrowth } from './growth.ts'
import { measureBoard } from './board.ts'
import { measureImports } from './imports.ts'
import { measureInvoices } from './invoices.ts'
import { measureLight } from './light.ts'
import { measureOffice } from './office.ts'
import { measurePages } from './pages.ts'
import { measureReads } from './reads.ts'
import { measureRecurrence } from './recurrence.ts'
import { openStage, type Stage } from './stage.ts'
import { measureStarts } from './starts.ts'
import { measureWeek } from './week.ts'

type Part = { name: string; title: string; goals: string[]; measure(stage: Stage): Promise<void> }
const parts: Part[] = [
  {
    name: 'invoices',
    title: 'Invoices, payments, the plainest read',
    goals: ['G11'],
    measure: measureInvoices,
  },
  {
    name: 'customers',
    title: 'Customers and lists',
    goals: ['G7'],
    measure: measureCustomers,
  },
  { name: 'week', title: 'The week', goals: ['G3'], measure: measureWeek },
  { name: 'recurrence', title: 'Dates of rules', goals: ['G6'], measure: measureRecurrence },
  { name: 'office', title: 'Hours and PDFs', goals: [], measure: measureOffice },
  {
    name: 'reads',
    title: 'Every read of a business of some years',
    goals: [],
    measure: measureReads,
  },
  {
    name: 'find',
    title: 'A key in the search of every page',
    goals: ['G5'],
    measure: measureFinding,
  },
  { name: 'imports', title: 'An import of 10,000 rows', goals: [], measure: measureImports },
  { name: 'campaigns', title: 'A raise of 2,000 prices', goals: [], measure: measureCampaigns },
  {
    name: 'evening',
    title: 'An evening in which all bills are sent and collected',
    goals: [],
    measure: measureEvening,
  },
  {
    name: 'capacity',
    title: 'A Monday morning',
    goals: ['G1'],
    measure: measureCapacity,
  },
  { name: 'growth', title: 'Growth', goals: ['G7'], measure: measureGrowth },
  {
    name: 'event-loop',
    title: 'The event loop under load',
    goals: ['G3'],
    measure: measureEventLoop,
  },
  { name: 'pages', title: 'What a page loads', goals: ['G4'], measure: measurePages },
  { name: 'light', title: 'A phone on slow 3G', goals: [], measure: measureLight },
  {
    name: 'starts',
    title: 'Starts and memory',
    goals: ['G10', 'G11'],
    measure: measureStarts,
  },
  {
    name: 'customer-list',
    title: '10,000 customers on screen',
    goals: ['G5'],
    measure: measureCustomerList,
  },
  {
    name: 'board',
    title: 'A week of 1,000 visits on screen',
    goals: ['G5'],
    measure: measureBoard,
  },
]

const words = process.argv.slice(2)
const isQuick = words.includes('--quick')
const only = words
  .filter((word) => !word.startsWith('--'))
  .flatMap((word) => word.split(',').filter(Boolean))
const wished = only.length
  ? parts.filter(({ name, goals }) => only.some((word) => word === name || goals.includes(word)))
  : parts
if (!wished.length) {
  console.error(
    `Parts: ${parts.map(({ name, goals }) => `${name} (${goals.join(', ')})`).join('; ')}`,
  )
  process.exit(1)
}

const file = new URL('results.md', import.meta.url)
const opening = (name: string) => `<!-- ${name} -->\n`
const closing = (name: string) => `<!-- end of ${name} -->\n`

/** Replaces a part's earlier results; keeps the notes between parts. */
function keep(name: string, text: string): void {
  const all = existsSync(file) ? readFileSync(file, 'utf8') : '# Results\n'
  const from = all.indexOf(opening(name))
  const to = all.indexOf(closing(name))
  const part = `${opening(name)}${text}\n${closing(name)}`
  writeFileSync(
    file,
    from < 0 || to < 0
      ? `${all.trimEnd()}\n\n${part}`
      : all.slice(0, from) + part + all.slice(to + closing(name).length),
  )
}

let lines: string[] = []
const stage = openStage(isQuick, (line = '') => {
  console.log(line)
  lines.push(line)
})
process.once('SIGINT', () => void stage.close().finally(() => process.exit(130)))
await buildWebIfStale()
try {
  for (const { name, title, goals, measure } of wished) {
    lines = []
    stage.say(
      `## ${title}${goals.length === 0 || goals[0] === name ? '' : ` (${goals.join(', ')})`}\n`,
    )
    stage.say(
      `Taken ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC on ${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${stage.rounds} round${stage.rounds > 1 ? 's' : ''} alternating; machine load at the start: ${loadavg()[0]!.toFixed(1)}.\n`,
    )
    await measure(stage)
    if (!isQuick) keep(name, lines.join('\n'))
  }
} finally {
  await stage.close()
}
process.exit(0)
