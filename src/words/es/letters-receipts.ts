import { letters } from '../letter-table.ts'

const footer = 'Recibe este mensaje porque es cliente de {business}.'

export const receiptLetters = letters({
  receipt: {
    main: {
      subject: 'Recibo de la factura {invoice} de {business}',
      preheader: '{amount} pagados el {paid_date}. Gracias.',
      heading: 'Gracias: recibimos {amount}',
      body: ['{business} recibió su pago. Guarde este recibo como comprobante.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Fecha de pago', '{paid_date}'],
        ['Forma de pago', '{card}'],
      ],
      total: 'Pagado',
      button: 'Ver la factura',
      footer,
      sms: '{business}: recibimos {amount} por la factura {invoice}. Gracias. Recibo: {link}',
    },
    credit_paid: {
      subject: 'Su crédito pagó la factura {invoice} de {business}',
      preheader: 'No queda nada que pagar.',
      heading: 'Su crédito pagó {credit}',
      body: [
        'Su crédito con {business} pagó lo que quedaba de esta factura. No hay nada que pagar y no se le cobrará nada por ella.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Fecha de pago', '{paid_date}'],
      ],
      total: 'Queda por pagar',
      button: 'Ver la factura',
      footer,
      sms: '{business}: su crédito pagó {credit} de la factura {invoice}. No queda nada que pagar: {link}',
    },
    credit_rest: {
      subject: 'Su crédito se usó para la factura {invoice} de {business}',
      preheader: '{credit} pagados, quedan {amount}.',
      heading: 'Quedan {amount} por pagar',
      body: [
        'Su crédito con {business} pagó {credit} de esta factura. Solo se le pedirán o cobrarán los {amount} que quedan.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Fecha de pago', '{paid_date}'],
      ],
      total: 'Queda por pagar',
      button: 'Ver la factura',
      footer,
      sms: '{business}: su crédito pagó {credit} de la factura {invoice}. Quedan {amount}: {link}',
    },
  },
})
