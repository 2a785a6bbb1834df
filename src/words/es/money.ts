import { labelIn } from '../../domain/cadence.ts'
import { displayStatus, type InvoiceDisplay } from '../../domain/invoice.ts'
import type { PaymentStatus } from '../../domain/payment.ts'
import type { money as en } from '../en/money.ts'

const statuses: Record<InvoiceDisplay['label'], string> = {
  Paid: 'Pagada',
  Failed: 'Fallida',
  Pending: 'Pendiente',
  Unpaid: 'Por pagar',
}
const chips: Readonly<Record<string, string>> = {
  Draft: 'Borrador',
  Scheduled: 'Programada',
  Refunded: 'Reembolsada',
  Void: 'Anulada',
  Uncollectible: 'Incobrable',
  'Partially paid': 'Pagada en parte',
  'Partially refunded': 'Reembolsada en parte',
  Disputed: 'En disputa',
}
const payments: Record<PaymentStatus, string> = {
  succeeded: 'Pagado',
  processing: 'Pendiente',
  requires_capture: 'Requiere acción',
  requires_payment_method: 'Requiere acción',
  requires_action: 'Requiere acción',
  canceled: 'Cancelado',
  failed: 'Fallido',
  refunded: 'Reembolsado',
  partially_refunded: 'Reembolsado en parte',
  disputed: 'En disputa',
}
const methods: Readonly<Record<string, string>> = {
  cash: 'Efectivo',
  check: 'Cheque',
  other: 'Otro',
}

export const money: typeof en = {
  draft: 'Factura en borrador',
  invoice: (number) => `Factura n.º ${number}`,
  customer: 'Cliente',
  receipt: 'Ver recibo',
  left: 'pendiente',
  serviceOn: (day) => `Servicio del ${day}`,
  recurrence: (label) => labelIn('es', label),
  chargedOn: (day) => `Se cobra el ${day}`,
  noDueDate: 'Sin fecha de vencimiento',
  dueToday: 'Vence hoy',
  due: (day) => `Vence el ${day}`,
  paidOn: (day) => `Pagada el ${day}`,
  updated: (day) => `Actualizada el ${day}`,
  overdue: 'Vencida',
  status: (label) => statuses[label],
  chip: (...shown) => {
    const { chip } = displayStatus(...shown)
    return chip && (chips[chip] ?? chip)
  },
  payment: (status) => payments[status],
  card: 'Tarjeta',
  bankAccount: 'Cuenta bancaria',
  method: (type) => methods[type] ?? type,
}
