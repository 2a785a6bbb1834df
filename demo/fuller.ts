import { sql } from 'kysely'
import { weekdayOf, type LocalDate } from '../src/domain/base/dates.ts'
import type { Point } from '../src/domain/base/distance.ts'
import type { App } from '../src/server/base/call.ts'
import { asOwner } from '../src/server/base/db/door.ts'
import { centerOfZip } from '../src/server/base/kit/zip.ts'
import { locatePlaces } from '../src/server/customers/locate.ts'
import type { Building, BuiltOrganization, PaymentSwitch } from './building.ts'
import { addCustomer } from './customers.ts'
import { greenAcres, worldPassword } from './data.ts'
import { playDays, playHours } from './fuller-days.ts'
import { playMonths } from './fuller-money.ts'
import { planFuller } from './fuller-plan.ts'
import { playConversations } from './fuller-talk.ts'

/** Makes the main business of a built world worth looking at: more customers, a season of money, full days. */
export async function fillWorld(
  app: App,
  sandbox: PaymentSwitch | null,
  built: BuiltOrganization,
  say: (line: string) => void,
): Promise<void> {
  const plan = planFuller(built.today)
  const customers = [...greenAcres.customers, ...plan.customers]
  const site: Building = {
    app,
    sandbox,
    plan: { ...greenAcres, customers },
    password: worldPassword,
    built,
  }
  say(`${plan.customers.length} more customers of ${greenAcres.name}`)
  for (const customer of plan.customers) await addCustomer(site, customer)
  await locatePlaces({ ...app, geocoder: pointOf }, async () => {})
  say('six months of visits, invoices and payments')
  await playMonths(site, plan)
  say('this week’s schedule, the crews’ hours and the inbox')
  await playDays(site, plan)
  await playHours(site, plan, hasHours)
  await playConversations(site)
  // What building it changed is nobody's history.
  await asOwner(app.store, (tx) => sql`delete from record_changes`.execute(tx))
}

const hasHours = (day: LocalDate): boolean => greenAcres.hours[weekdayOf(day)]![1] > 0

/** Within a mile of the middle of its ZIP code, always at the same place: nobody is asked. */
async function pointOf(address: string): Promise<Point | null> {
  const center = centerOfZip(/(\d{5})(?!.*\d{5})/.exec(address)?.[1])
  if (!center) return null
  let drawn = 7
  for (const letter of address) drawn = (drawn * 31 + letter.codePointAt(0)!) % 1_000_003
  const within = (part: number) => ((part % 1000) / 1000 - 0.5) * 0.028
  return {
    latitude: center.latitude + within(drawn),
    longitude: center.longitude + within(Math.floor(drawn / 997)),
  }
}
