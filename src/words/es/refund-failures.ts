import type { RefundFailure } from '../../domain/money/refund.ts'

export const refundFailures: Record<RefundFailure, string> = {
  charge_for_pending_refund_disputed: 'el cliente disputa el pago',
  declined: 'el banco lo rechazó',
  expired_or_canceled_card: 'la tarjeta venció o fue cancelada',
  insufficient_funds: 'no hay fondos suficientes en su saldo',
  lost_or_stolen_card: 'la tarjeta fue perdida o robada',
  merchant_request: 'se canceló a petición suya',
  unknown: 'el banco lo devolvió',
}
