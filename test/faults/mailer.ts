// A process that only sends messages, to be killed. Prints a line once it works.
import type { App, JobHandlers } from '../../src/server/base/call.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import { createJobs } from '../../src/server/base/jobs/jobs.ts'
import { jobNames } from '../../src/server/base/jobs/catalog.ts'
import { deliver } from '../../src/server/messages/deliver.ts'
import { createMail } from '../../src/server/base/outside/mail.ts'
import { createSms } from '../../src/server/base/outside/sms.ts'
import { sendProductUpdate } from '../../src/server/flows/product-updates/send.ts'
import { deliveryNeeds } from '../../src/server/delivery.ts'

const { DATABASE_URL = '', SMTP_URL = '', TWILIO_API_BASE = '' } = process.env
const log = { error() {}, warn() {}, info() {} }
const store = await openPostgres(DATABASE_URL, { max: 10 })
const jobs = createJobs({ store, runs: true, log })
await jobs.prepare()
const app = {
  store,
  log,
  mail: createMail({ smtpUrl: SMTP_URL, from: 'Fieldhive <hello@fieldhive.example>' }),
  sms: createSms({
    accountSid: 'AC00000000000000000000000000000000',
    authToken: 'secret',
    from: '+19195550000',
    apiBase: TWILIO_API_BASE,
  }),
} as unknown as App
const idle = Object.fromEntries(jobNames.map((name) => [name, async () => {}]))
await jobs.start(app, {
  ...(idle as unknown as JobHandlers),
  'product-update.send': (from, update) => sendProductUpdate(from, update),
  'message.send': (from, { message_id }) => deliver(from, message_id, deliveryNeeds),
})
console.log(JSON.stringify({ ready: true }))
