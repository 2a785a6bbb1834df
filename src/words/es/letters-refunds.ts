import { letters } from '../letter-table.ts'

const footer = 'Recibe este mensaje porque es cliente de {business}.'

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
    paid_back: {
      subject: '{business} le devolvió su crédito',
      preheader: 'Le devolvimos {amount} de su crédito.',
      heading: '{amount} devueltos',
      body: ['{business} le devolvió {amount} de su crédito.'],
      facts: [['Pagado con', '{card}']],
      button: 'Ver sus créditos',
      footer,
      sms: '{business} le devolvió {amount} de su crédito.',
    },
    payback_undone: {
      subject: 'Su crédito de {amount} sigue siendo suyo',
      preheader: '{business} registró por error que se lo devolvió.',
      heading: '{amount} siguen siendo su crédito',
      body: [
        '{business} le escribió que le devolvió {amount} de su crédito. Fue un error.',
        'Vuelve a ser su crédito y paga sus próximas facturas automáticamente.',
      ],
      button: 'Ver sus créditos',
      footer,
      sms: '{business}: le escribimos por error que le devolvimos {amount}. Sigue siendo su crédito y paga sus próximas facturas automáticamente.',
    },
  },
})
