import { invoiceStatuses } from '../../../domain/money/invoice.ts'
import { visitPaymentBadge } from '../../../domain/money/payment-badge.ts'
import { crewRoles, hasRole, officeRoles } from '../../../domain/base/roles.ts'
import { asksAgain, onLive } from '../../app/live.ts'
import { meQuery, type Me } from '../../app/me.ts'
import {
  organizationQuery,
  patchVisits,
  reloadEvents,
  reloadRequests,
  reloadSchedule,
  withStatus,
} from './queries.ts'
import { visitStatuses } from '../../../domain/schedule/visit-status.ts'

// What an event says is shown at once; the rest of it is asked for at once as well, and once more for all that came meanwhile.
const breath_ms = 200
let isReloading = false
let isDue = false
async function reloadSoon(): Promise<void> {
  isDue = true
  if (isReloading) return
  isReloading = true
  try {
    while (isDue) {
      isDue = false
      await Promise.all([reloadSchedule(), reloadEvents()])
      await new Promise((resolve) => setTimeout(resolve, breath_ms))
    }
  } finally {
    isReloading = false
  }
}

onLive(
  ['schedule.*', 'occurrence_updated', 'customer_updated', 'team_updated', 'organization_updated'],
  (event, cache) => {
    if (event.type === 'resync') return
    const status = visitStatuses.find((known) => known === event.status)
    if (event.occurrence_id && status) {
      patchVisits(cache, ({ id }) => id === event.occurrence_id, {
        ...withStatus(status),
        ...(event.date ? { date: event.date } : {}),
        ...(event.invoice_id ? { invoice_id: event.invoice_id } : {}),
      })
    }
    void reloadSoon()
  },
)

// Slots, capacity and what crews may do are the organization's settings.
asksAgain(['organization_updated'], organizationQuery.queryKey)

onLive(['invoice.*'], (event, cache) => {
  const status = invoiceStatuses.find((known) => known === event.status)
  if (event.type === 'resync' || !status || !event.invoice_id) return
  const me = cache.getQueryData<Me>(meQuery.queryKey)
  const by_crew = hasRole(me?.roles ?? [], crewRoles) && !hasRole(me?.roles ?? [], officeRoles)
  const badge = visitPaymentBadge(status, by_crew ? 'crew' : 'appointment')
  patchVisits(
    cache,
    (visit) =>
      event.occurrence_id
        ? visit.id === event.occurrence_id
        : visit.invoice_id !== null && visit.invoice_id === event.invoice_id,
    {
      invoice_id: event.invoice_id,
      invoice_status: status,
      payment_badge: badge,
    },
  )
  void reloadSoon()
})

onLive(['request_updated'], (event) => {
  if (event.type !== 'resync') void reloadRequests()
})
