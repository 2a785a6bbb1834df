import type { payAllWords as en } from '../en/pay-all.ts'

export const payAllWords: typeof en = {
  title: (amount) => `Usted debe ${amount}`,
  button: (amount) => `Pagar todo: ${amount}`,
  about: (count) => `${count} facturas de una vez`,
  ask: (amount) => `¿Pagar ${amount} ahora?`,
  text: (count, method) =>
    `Se cobran ${count} facturas a ${method}, cada una por separado. Recibirá un recibo de cada una.`,
  confirm: (amount) => `Pagar ${amount}`,
  failure: 'No se cobró nada',
  started: 'Su pago ha comenzado',
  noMethod: 'Agregue una tarjeta para pagar todo de una vez',
  underway: (count, amount) =>
    count === 1 ? `Se están pagando ${amount}` : `Se están pagando ${amount} de ${count} facturas`,
  underwayText: 'Puede salir de esta página. Le avisaremos si algo no se puede cobrar.',
  failed: (count) =>
    count === 1 ? 'Una factura no se pudo pagar' : `${count} facturas no se pudieron pagar`,
  failedText:
    'Lo que se pagó queda pagado. Elija otra tarjeta en Formas de pago, o abra la factura para pagarla.',
  one: (number, amount) => `Factura ${number}, ${amount}`,
}
