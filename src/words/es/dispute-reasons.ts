import type { DisputeReason } from '../../domain/money/dispute.ts'

export const disputeReasons: Record<DisputeReason, string> = {
  bank_cannot_process: 'el banco no pudo procesarlo',
  check_returned: 'el cheque fue devuelto',
  credit_not_processed: 'no llegó un reembolso',
  customer_initiated: 'el cliente lo pidió a su banco',
  debit_not_authorized: 'el débito no fue autorizado',
  duplicate: 'se cobró dos veces',
  fraudulent: 'dice que no hizo este pago',
  general: 'sin motivo indicado',
  incorrect_account_details: 'datos de cuenta incorrectos',
  insufficient_funds: 'fondos insuficientes',
  product_not_received: 'dice que el trabajo no se hizo',
  product_unacceptable: 'no está conforme con el trabajo',
  subscription_canceled: 'dice que había cancelado',
  unrecognized: 'no reconoce este pago',
}
