import type { PaymentBadge } from '../../domain/payment-badge.ts'
import type { Visit } from '../../domain/visit.ts'
import { isHeldForPayment } from '../../domain/payment-hold.ts'
import { useToday, useZone } from '../today.ts'
import { StatusChip, type Tone } from '../ui/StatusChip.tsx'
import { timeOfDay } from '../ui/when.ts'
import { skippedText } from './visit-text.ts'
import { useWords } from '../words.ts'
import { visitWords } from './words.ts'

const tones: Record<PaymentBadge, Tone> = {
  paid: 'good',
  pending: 'wait',
  failed: 'bad',
  unpaid: 'calm',
  refunded: 'calm',
  partial: 'wait',
  void: 'calm',
  none: 'calm',
}

/** What became of a visit, and of its money. */
export function VisitChips({
  visit,
}: {
  visit: Pick<
    Visit,
    | 'status'
    | 'payment_badge'
    | 'invoice_status'
    | 'shifted'
    | 'pause'
    | 'skip_reason'
    | 'hold_reason'
    | 'on_the_way_at'
    | 'date'
    | 'customer'
  >
}) {
  const words = useWords(visitWords)
  const zone = useZone()
  const today = useToday()
  const { status, payment_badge } = visit
  const tone = payment_badge === 'unpaid' && status === 'completed' ? 'wait' : tones[payment_badge]
  return (
    <>
      {isHeldForPayment(visit, today) && <StatusChip tone="bad">{words.heldForPayment}</StatusChip>}
      {status === 'completed' && <StatusChip tone="good">{words.completed}</StatusChip>}
      {visit.on_the_way_at && (
        <StatusChip tone="info">
          {words.onTheWaySince(timeOfDay(visit.on_the_way_at, zone))}
        </StatusChip>
      )}
      {status === 'in_progress' && <StatusChip tone="info">{words.inProgress}</StatusChip>}
      {status === 'skipped' && (
        <StatusChip tone={visit.hold_reason ? 'wait' : 'calm'}>{skippedText(visit)}</StatusChip>
      )}
      {status !== 'skipped' && payment_badge !== 'none' && (
        <StatusChip tone={tone} title={words.badgeTooltip(visit.invoice_status) ?? undefined}>
          {words.badge(payment_badge)}
        </StatusChip>
      )}
      {visit.shifted && <StatusChip tone="calm">{words.shifted}</StatusChip>}
    </>
  )
}
