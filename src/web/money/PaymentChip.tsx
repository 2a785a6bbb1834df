import type { Payment, PaymentStatus } from '../../domain/payment.ts'
import { StatusChip, type Tone } from '../ui/StatusChip.tsx'
import { useWords } from '../words.ts'
import { moneyWords } from './words.ts'

const tones: Record<PaymentStatus, Tone> = {
  succeeded: 'good',
  processing: 'wait',
  requires_capture: 'wait',
  requires_payment_method: 'wait',
  requires_action: 'wait',
  canceled: 'calm',
  failed: 'bad',
  refunded: 'calm',
  partially_refunded: 'calm',
  disputed: 'bad',
}

export const PaymentChip = ({ payment: { status } }: { payment: Pick<Payment, 'status'> }) => (
  <StatusChip tone={tones[status]}>{useWords(moneyWords).payment(status)}</StatusChip>
)
