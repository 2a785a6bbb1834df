import { clockText } from '../../domain/base/dates.ts'
import { knownDisputeReason } from '../../domain/money/dispute.ts'
import { knownRefundFailure } from '../../domain/money/refund.ts'
import type { letterPhrases as en } from '../en/letter-phrases.ts'
import { plural } from '../plural.ts'
import { disputeReasons } from './dispute-reasons.ts'
import { refundFailures } from './refund-failures.ts'
import { roleName } from './roles.ts'

/** 'a las 9:00 a.m.', 'a la 1:00 p.m.', 'de 9:00 a.m. a 11:00 a.m.' */
function timeOf(start: number, end: number | null): string {
  if (end !== null) return `de ${clockText(start, 'es')} a ${clockText(end, 'es')}`
  const isOne = Math.floor(start / 60) % 12 === 1
  return `${isOne ? 'a la' : 'a las'} ${clockText(start, 'es')}`
}

/** Why a bank declines, by the provider's code. */
const declines: Readonly<Record<string, string>> = {
  insufficient_funds: 'La tarjeta no tiene fondos suficientes.',
  expired_card: 'La tarjeta está vencida.',
  incorrect_cvc: 'El código de seguridad de la tarjeta no es correcto.',
  invalid_cvc: 'El código de seguridad de la tarjeta no es correcto.',
  incorrect_number: 'El número de la tarjeta no es correcto.',
  lost_card: 'El banco no acepta esta tarjeta.',
  stolen_card: 'El banco no acepta esta tarjeta.',
  authentication_required: 'El banco pide que usted confirme este pago.',
  requires_action: 'El banco pide que usted confirme este pago.',
}

export const letterPhrases: typeof en = {
  hello: (name) => (name ? `Hola, ${name}:` : 'Hola:'),
  hours: (count) => (count === 1 ? 'una hora' : `${count} horas`),
  when: (date, start, end) => `${date}${end === null ? '' : ','} ${timeOf(start, end)}`,
  serviceAt: (service, start, end) => `${service} ${timeOf(start, end)}`,
  device: (browser, system) =>
    browser && system
      ? `${browser} en ${system}`
      : (browser ?? system ?? 'Un dispositivo sin nombre'),
  visit: 'Visita',
  changed: {
    moved: ({ when, old_when }) => `cambió del ${old_when} al ${when}`,
    cancelled: ({ old_when }) => `se canceló la del ${old_when}`,
    restored: ({ when }) => `sí se hará, ${when}`,
    held: ({ old_when }) => `ya no es el ${old_when}; le avisaremos de la nueva fecha`,
    kept: ({ when }) => `se queda el ${when}`,
  },
  andMore: (count, link) => `; y ${count} más: ${link}`,
  aCustomer: 'Un cliente',
  somebody: 'Alguien',
  yourBusiness: 'su negocio',
  role: roleName,
  creditApplied: 'Crédito aplicado',
  alreadyPaid: 'Ya pagado',
  leftToPay: 'Por pagar',
  keptAsCredit: 'Guardado como crédito suyo',
  paidBy: { cash: 'Efectivo', check: 'Cheque', other: 'De otra manera' },
  tax: 'Impuestos',
  priceChange: (from: string, to: string) => `${from} → ${to}`,
  tip: 'Propina, gracias',
  invoiceDue: (number, due) => `Factura ${number}, vence el ${due}`,
  payInvoice: (number) => `Pagar la factura ${number}`,
  lateFee: (amount, day, number) =>
    `Si ${number ? `la factura ${number}` : 'la factura'} no se paga antes del ${day}, se añade un recargo de ${amount}.`,
  lateFeeOf: (number) => `Recargo por pago atrasado de la factura ${number}`,
  card: (brand, last4) => `${brand ?? 'Tarjeta'} terminada en ${last4}`,
  bankAccount: (last4) => `Cuenta bancaria terminada en ${last4}`,
  yourCard: 'Su tarjeta',
  theCard: 'La tarjeta',
  declined: (code) => declines[code ?? ''] ?? 'El banco no aprobó este pago.',
  returned: 'El banco devolvió este pago.',
  excess: (amount) =>
    amount
      ? `El cliente pagó más de lo que debía. Se le están reembolsando ${amount}.`
      : 'Esta factura se pagó dos veces. El segundo pago se está reembolsando.',
  refundFailed: (detail) => {
    const known = knownRefundFailure(detail)
    return `Un reembolso falló: ${known ? refundFailures[known] : detail}. El importe vuelve a su saldo. Reembólselo otra vez o páguelo de otra forma en Pagos.`
  },
  disputed: (code, by) =>
    `El cliente disputa este pago (${disputeReasons[knownDisputeReason(code)]}).${by ? ` Responda antes del ${by}: escriba qué se hizo y qué se acordó.` : ''}`,
  disputeEnded: (won) =>
    won
      ? 'El banco decidió a su favor. El dinero está de nuevo en su saldo.'
      : 'El banco decidió a favor del cliente. Indique si debe de nuevo el importe o délo por perdido.',
  noService: 'Ninguno elegido',
  anyDay: 'Cualquier día',
  cardOnFile: (has) => (has ? 'tarjeta guardada' : 'sin tarjeta guardada'),
  yesOrNotYet: (yes) => (yes ? 'Sí' : 'Todavía no'),
  day: ({ visits, missed, unassigned, to_place, failed_payments, requests }) =>
    [
      visits && `${visits} ${plural('es', visits, { one: 'visita', other: 'visitas' })} hoy`,
      unassigned && `${unassigned} sin equipo`,
      to_place && `${to_place} en espera de fecha`,
      missed &&
        plural('es', missed, {
          one: `${missed} visita pasada sin terminar`,
          other: `${missed} visitas pasadas sin terminar`,
        }),
      failed_payments &&
        plural('es', failed_payments, {
          one: `${failed_payments} pago fallido`,
          other: `${failed_payments} pagos fallidos`,
        }),
      requests &&
        plural('es', requests, {
          one: `${requests} solicitud abierta`,
          other: `${requests} solicitudes abiertas`,
        }),
    ]
      .filter(Boolean)
      .join(', '),
  stop: 'Responda STOP para no recibir más.',
}
