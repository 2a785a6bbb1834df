import { paymentState, type Payment, type PaymentState } from '../../../domain/money/payment.ts'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { useWords } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

const tones: Record<PaymentState, Tone> = {
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
  dispute_lost: 'bad',
  returned: 'bad',
}

type Shown = Pick<Payment, 'status' | 'pm_type' | 'dispute'>

export function PaymentChip({ payment }: { payment: Shown }) {
  const state = paymentState(payment)
  return <StatusChip tone={tones[state]}>{useWords(moneyWords).payment(state)}</StatusChip>
}
