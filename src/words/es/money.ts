import { autochargeConsent } from '../../domain/flows/signup.ts'
import { labelIn } from '../../domain/base/cadence.ts'
import { displayStatus, type InvoiceDisplay } from '../../domain/money/invoice.ts'
import type { PaymentState } from '../../domain/money/payment.ts'
import type { moneyWords as en } from '../en/money.ts'

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
const payments: Record<PaymentState, string> = {
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
  dispute_lost: 'Disputa perdida',
  returned: 'Devuelto',
}
const methods: Readonly<Record<string, string>> = {
  cash: 'Efectivo',
  check: 'Cheque',
  other: 'Otro',
}

export const moneyWords: typeof en = {
  draft: 'Factura en borrador',
  invoice: (number) => `Factura n.º ${number}`,
  customer: 'Cliente',
  receipt: 'Ver recibo',
  receiptOf: (title) => `Ver recibo de ${title}`,
  pdf: 'PDF',
  pdfOf: (title) => `PDF de ${title}`,
  pdfFailed: 'No se pudo crear el PDF. Inténtelo de nuevo.',
  left: 'pendiente',
  refunded: (amount) => `${amount} reembolsados`,
  workAndMore: (service) => `${service} y más`,
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
  payment: (state) => payments[state],
  card: 'Tarjeta',
  bankAccount: 'Cuenta bancaria',
  method: (type) => methods[type] ?? type,

  saveCard: 'Guardar tarjeta',
  saving: 'Guardando…',
  cardNotSaved: 'No se pudo guardar la tarjeta.',
  formFailed: 'No se pudo abrir el formulario de pago.',
  formNotLoaded: 'No se pudo cargar el formulario de pago.',
  formSlow: 'El formulario de pago tardó demasiado en cargar.',
  noKey: 'Falta la clave pública de Stripe.',
  preparingForm: 'Preparando el formulario de pago',
  checkCard: 'Revise los datos de su tarjeta.',
  unexpected: (status) => `Estado inesperado: ${status}`,
  emailInvoices: 'Enviarme mis facturas por correo electrónico',
  formTrouble: '¿Problemas con el formulario?',
  contactSupport: 'Contactar a soporte',
  cardSaved: 'Tarjeta guardada',
  beingVerified:
    'Su cuenta bancaria está en verificación y no se le puede cobrar hasta que termine.',
  deposits: 'Dos depósitos pequeños llegan en dos días hábiles.',
  confirmDeposits: 'Confirme los montos',
  onceSeen: 'cuando los vea.',
  goOn: 'Continuar',
  notSetUp: (business) =>
    `${business ?? 'Esta empresa'} no ha terminado de configurar los pagos. De todos modos puede agregar una tarjeta.`,
  notFullyActive: (business, reason) =>
    `Los depósitos a ${business ?? 'esta empresa'} todavía no están activos del todo (${reason}). De todos modos puede agregar una tarjeta.`,
  agreeTitle: (limit) => `¿Acepta cobros automáticos de hasta ${limit} por visita?`,
  agreeWhy: (old, limit) =>
    `Usted aceptó hasta ${old} por visita. Su trabajo previsto cuesta ahora hasta ${limit}. Hasta que acepte, recibe un enlace para pagar.`,
  agreeConsent: (organization, limit) => autochargeConsent({ organization, limit }, 'es'),
  agreeTo: (limit) => `Aceptar ${limit} por visita`,
  notNow: 'Ahora no',
  agreedTitle: 'Gracias: usted aceptó',
  agreedText: (limit) =>
    `Sus visitas se cobran automáticamente, hasta ${limit} cada una. Puede desactivarlo en su cuenta en cualquier momento.`,
  declinedTitle: 'No se cobra nada más automáticamente',
  declinedText: (old) =>
    `Hasta ${old} por visita, todo sigue igual. Por más recibe un enlace para pagar. Todavía puede aceptar aquí.`,
  overtakenTitle: 'Esta pregunta ya no está vigente',
  overtakenText: 'Si hay una nueva, usted tiene su enlace.',
  chargedTo: (method) => `Se cobra a ${method}`,
  agreeNotShown: 'No se pudo cargar esta página',
  agreeFailed: 'No se pudo guardar su respuesta',
}
