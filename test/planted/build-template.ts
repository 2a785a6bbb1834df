// node test/planted/build-template.ts FOLDER [journeys]: builds the demo world for many runs, and prints where it is and how far its clock is ahead.
import { ahead_ms } from '../day.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildTemplates } from '../database.setup.ts'
import { makeTemplate, readyIn } from '../template.ts'

const [folder = '', journeys] = process.argv.slice(2)
mkdirSync(folder)
// Not the time: on the tests' clock every process starts at the same moment.
const id = `planted_${randomBytes(6).toString('hex')}`
const template = { folder, database: `fieldhive_template_${id}`, empty: `fieldhive_empty_${id}` }
const pages = join(folder, 'journeys')
if (journeys) mkdirSync(pages)
await Promise.all([
  buildTemplates(process.env['TEST_DATABASE_URL']!, folder, template.database, template.empty),
  journeys && makeTemplate(pages),
])
writeFileSync(readyIn(folder), '')
console.log(JSON.stringify({ template, pages, ahead: ahead_ms }))
