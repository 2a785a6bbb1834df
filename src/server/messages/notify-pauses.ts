import type { LocalDate } from '../../domain/base/dates.ts'
import type { OrgTx } from '../base/db/door.ts'
import { homeUrl } from './links.ts'
import { notifyOffice, tell } from './tell.ts'
import { readReach } from './recipient.ts'

type OwnPause = {
  customer_id: string
  /** Of the edit, so that each is told once. */
  id: string
  did: 'paused' | 'resumed'
  /** The services, by name. */
  service: string
  from: LocalDate
  /** When paused work resumes. */
  until: LocalDate | null
}

/** Tells the office that a customer paused or resumed their work, and confirms it to the customer. */
export async function tellOfPause(
  tx: OrgTx,
  { customer_id, id, did, service, from, until }: OwnPause,
): Promise<void> {
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, name: customer_name } = customer
  const about = { organization, customer_name, service }
  await notifyOffice(tx, id, {
    kind: 'request_received',
    data: {
      ...about,
      on: from,
      at: null,
      action: did,
      ...(until ? { until } : {}),
      url: homeUrl(`/app/schedule?${new URLSearchParams({ date: from }).toString()}`),
    },
  })
  await tell(tx, customer, {
    kind: 'visits_changed',
    once: `pause:${id}`,
    data: {
      organization,
      customer_name,
      visits: [],
      pause: { did, service, from, until },
      url: homeUrl('/app'),
    },
  })
}
