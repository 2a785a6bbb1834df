import { letters } from '../letter-table.ts'

const footer = 'Recibe este mensaje porque {business} trabaja para usted.'

export const refundLetters = letters({
  refund_issued: {
    main: {
      subject: 'Reembolso de {business}',
      preheader: 'Le devolvemos {amount}.',
      heading: '{amount} reembolsados',
      body: [
        '{business} le reembolsó {amount} de la factura {invoice}. Los bancos suelen mostrarlo en 5 a 10 días.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Reembolsado a', '{card}'],
      ],
      button: 'Ver la factura',
      footer,
      sms: '{business}: le reembolsamos {amount} de la factura {invoice}. Los bancos suelen mostrarlo en 5 a 10 días.',
    },
    failed: {
      subject: 'Su reembolso de {business} no pudo entregarse',
      preheader: 'Su reembolso de {amount} volvió a {business}.',
      heading: 'Su reembolso no pudo entregarse',
      body: [
        'Su banco no aceptó el reembolso de {amount} de la factura {invoice}. El dinero volvió a {business}.',
        '{business} se comunicará con usted o se lo pagará de otra forma. No tiene que hacer nada.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Reembolsado a', '{card}'],
      ],
      button: 'Ver la factura',
      footer,
      sms: '{business}: su reembolso de {amount} de la factura {invoice} no pudo entregarse. Nos comunicaremos con usted o se lo pagaremos de otra forma.',
    },
    by_hand: {
      subject: 'Reembolso de {business}',
      preheader: '{business} le pagó su reembolso de {amount}.',
      heading: '{amount} reembolsados',
      body: ['{business} le pagó su reembolso de {amount} de la factura {invoice}.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Pagado con', '{card}'],
      ],
      button: 'Ver la factura',
      footer,
      sms: '{business} le pagó su reembolso de {amount} de la factura {invoice}.',
    },
    credited: {
      subject: 'Su reembolso de {business} ahora es crédito',
      preheader: '{amount} pagan sus próximas facturas.',
      heading: '{amount} guardados como crédito',
      body: [
        '{business} guarda su reembolso de {amount} de la factura {invoice} como crédito a su favor. Paga sus próximas facturas automáticamente.',
      ],
      facts: [['Factura', '{invoice}']],
      button: 'Ver la factura',
      footer,
      sms: '{business}: su reembolso de {amount} de la factura {invoice} ahora es crédito. Paga sus próximas facturas automáticamente.',
    },
  },
})
