import type {
  CustomerPreferences,
  CustomerStatus,
  PreferencesPatch,
} from '../../../domain/customers/customer.ts'
import { dayKeys } from '../../../domain/base/dates.ts'
import type { SignupFrequency } from '../../../domain/base/cadence.ts'
import { wishChanges } from '../../../domain/customers/wishes.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { setWishes } from '../../customers/write.ts'
import { found, invalid } from '../../base/kit/refusals.ts'
import { offeredServices } from '../signup/lead.ts'

const columns = [
  'status',
  'team_id',
  'services_selected',
  'available_days',
  'service_frequency',
  'service_interval',
  'wishes_before',
] as const
const rowOf = (tx: OrgTx, id: string) =>
  tx.selectFrom('customers').select(columns).where('id', '=', id)
type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof rowOf>['executeTakeFirst']>>>

type Chosen = { key: string }
const chosenOf = (row: Row): Chosen[] => row.services_selected as Chosen[]

const preferencesOf = (row: Row): CustomerPreferences => ({
  services_selected: chosenOf(row).map(({ key }) => key),
  available_days: dayKeys.filter((key) => row.available_days.includes(key)),
  service_frequency: row.service_frequency as SignupFrequency | null,
  service_interval: row.service_interval,
})

export const readPreferences = async (
  tx: OrgTx,
  customer_id: string,
): Promise<CustomerPreferences> =>
  preferencesOf(found(await rowOf(tx, customer_id).executeTakeFirst()))

/**
 * Saves the new preferences. For customers with completed work, the old ones are kept until the
 * office has seen the change.
 */
export async function changePreferences(
  tx: OrgTx,
  customer_id: string,
  patch: PreferencesPatch,
): Promise<CustomerPreferences> {
  const row = found(await rowOf(tx, customer_id).forUpdate().executeTakeFirst())
  const before = preferencesOf(row)
  const now: CustomerPreferences = {
    ...before,
    ...patch,
    available_days: patch.available_days ?? before.available_days,
  }
  const seen = (row.wishes_before as CustomerPreferences | null) ?? before
  const isServed = (['active', 'paused'] as CustomerStatus[]).includes(row.status as CustomerStatus)
  const changed = isServed && wishChanges(seen, now, (key) => key).length > 0
  const services_selected = patch.services_selected
    ? await chosen(tx, patch.services_selected, chosenOf(row))
    : chosenOf(row)
  const customer = { id: customer_id, team_id: row.team_id }
  await setWishes(tx, customer, { ...now, services_selected }, changed ? seen : null)
  return readPreferences(tx, customer_id)
}

/**
 * The services with these keys at their current prices; an earlier choice may stay even if no
 * longer offered.
 */
async function chosen(
  tx: OrgTx,
  keys: readonly string[],
  before: readonly Chosen[],
): Promise<Chosen[]> {
  const offered = await offeredServices(tx)
  return [...new Set(keys)].map((key) => {
    const service = offered.find((one) => one.key === key)
    const known = service
      ? { key, price_cents: service.price_cents }
      : before.find((one) => one.key === key)
    if (!known) throw invalid({ services_selected: 'Choose one of the services offered.' })
    return known
  })
}
