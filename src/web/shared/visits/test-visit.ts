import { visitFlags, visitTime, type Visit } from '../../../domain/schedule/visit.ts'
import { unknownCustomer } from '../../../domain/customers/contact-fields.ts'

/** A visit for tests of what screens do with visits: 45 minutes of mowing, 9:00 on Monday 2026-11-23. */
export function testVisit(id: string, over: Partial<Visit> = {}): Visit {
  const { status = 'scheduled', start_minutes = 540 } = over
  return {
    id,
    occurrence_id: id,
    series_id: id,
    rule_id: id,
    date: '2026-11-23',
    original_date: '2026-11-23',
    shifted: false,
    duration_minutes: 45,
    team_id: 'red',
    team: null,
    skip_reason: null,
    hold_reason: null,
    pause: null,
    route_position: null,
    completed_at: null,
    on_the_way_at: null,
    started_at: null,
    crew_notes: [],
    files: [],
    checklist: [],
    open_reason: null,
    products: [],
    extras: [],
    invoice_id: null,
    invoice_status: null,
    invoice_total_cents: null,
    invoice_collected_cents: null,
    payment_badge: 'none',
    customer: { ...unknownCustomer(id), name: `Customer ${id}` },
    service: null,
    notes: null,
    price_cents: 4500,
    recurrence_label: 'Weekly',
    buffer_days: null,
    version: 0,
    ...over,
    status,
    ...visitFlags(status),
    ...visitTime(start_minutes),
  }
}
