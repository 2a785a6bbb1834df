import { openRequired } from '../../../domain/schedule/checklist.ts'
import { shownBadge, type PaymentBadge } from '../../../domain/money/payment-badge.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { isHeldForPayment } from '../../../domain/money/payment-hold.ts'
import { useToday, useZone } from '../../app/today.ts'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { timeOfDay } from '../../ui/when.ts'
import { skippedText } from './visit-text.ts'
import { useWords } from '../../app/words.ts'
import { visitWords } from '../../../words/en/visits.ts'

const tones: Record<PaymentBadge, Tone> = {
  paid: 'good',
  pending: 'wait',
  failed: 'bad',
  unpaid: 'wait',
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
    | 'checklist'
  >
}) {
  const words = useWords(visitWords)
  const zone = useZone()
  const today = useToday()
  const { status } = visit
  const badge = shownBadge(visit)
  const open = openRequired(visit.checklist).length
  return (
    <>
      {isHeldForPayment(visit, today) && <StatusChip tone="bad">{words.heldForPayment}</StatusChip>}
      {status === 'completed' && <StatusChip tone="good">{words.completed}</StatusChip>}
      {status === 'completed' && open > 0 && (
        <StatusChip tone="wait">{words.openItems(open)}</StatusChip>
      )}
      {visit.on_the_way_at && (
        <StatusChip tone="info">
          {words.onTheWaySince(timeOfDay(visit.on_the_way_at, zone))}
        </StatusChip>
      )}
      {status === 'in_progress' && <StatusChip tone="info">{words.inProgress}</StatusChip>}
      {status === 'skipped' && (
        <StatusChip tone={visit.hold_reason ? 'wait' : 'calm'}>{skippedText(visit)}</StatusChip>
      )}
      {badge !== 'none' && (
        <StatusChip
          tone={tones[badge]}
          title={words.badgeTooltip(visit.invoice_status) ?? undefined}
        >
          {words.badge(badge)}
        </StatusChip>
      )}
      {visit.shifted && <StatusChip tone="calm">{words.shifted}</StatusChip>}
    </>
  )
}
