import { letters } from '../letter-table.ts'

const footer = 'Recibe este mensaje porque {business} le cobra automáticamente.'

export const autopayLetters = letters({
  autopay_changed: {
    moved: {
      subject: '{business} cobra a {next} desde ahora',
      preheader: '{card}: se quitó. No tiene que hacer nada.',
      heading: 'Sus pagos automáticos continúan',
      body: [
        'Se quitó {card}; desde ahora, sus pagos automáticos a {business} se cobran a {next}. Si prefiere otra forma de pago, elíjala en la página de abajo.',
      ],
      button: 'Ver formas de pago',
      footer,
      sms: '{business}: se quitó {card}. Sus pagos automáticos se cobran a {next} desde ahora: {link}',
    },
    off: {
      subject: 'Los pagos automáticos a {business} están desactivados',
      preheader: 'No se cobra nada hasta que agregue una forma de pago.',
      heading: 'Sus pagos automáticos están desactivados',
      body: [
        'Ya no se puede cobrar a {card}; por eso sus pagos automáticos a {business} están desactivados. Hasta que agregue una forma de pago y los active otra vez, le enviamos cada factura para pagar.',
      ],
      button: 'Agregar una forma de pago',
      footer: 'Recibe este mensaje porque {business} le cobraba automáticamente.',
      sms: '{business}: ya no se puede cobrar a {card}; los pagos automáticos están desactivados. Agregue una forma de pago: {link}',
    },
    merged: {
      subject: 'Los pagos automáticos a {business} están desactivados',
      preheader: 'No se cobra nada hasta que los active otra vez.',
      heading: 'Sus pagos automáticos están desactivados',
      body: [
        '{business} tenía dos cuentas suyas y las unió. Usted aceptó los pagos automáticos solo para una de ellas; por eso están desactivados. Hasta que los active otra vez, le enviamos cada factura para pagar.',
      ],
      button: 'Activarlos otra vez',
      footer: 'Recibe este mensaje porque {business} le cobraba automáticamente.',
      sms: '{business} unió sus dos cuentas; por eso los pagos automáticos están desactivados. Actívelos otra vez: {link}',
    },
  },
  autopay_off: {
    main: {
      subject: 'Pago automático desactivado: {customer}',
      preheader: 'Ya no se puede cobrar a {card}.',
      heading: 'Ya no se cobra automáticamente a un cliente',
      body: [
        'Ya no se puede cobrar a {card} de {customer}, y no hay otra forma de pago. El pago automático está desactivado, y recibe cada factura para pagar.',
      ],
      button: 'Abrir el cliente',
      footer:
        'Recibe este mensaje porque administra {business} y los avisos de cobro están activados.',
      sms: 'Pago automático de {customer} desactivado: ya no se puede cobrar a {card}. {link}',
    },
  },
})
