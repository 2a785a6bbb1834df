import { letters } from '../letter-table.ts'

const footer = 'Recibe este mensaje porque es cliente de {business}.'
const paidAlready = 'Si ya pagó, ignore este mensaje.'

export const moneyLetters = letters({
  invoice_sent: {
    to_pay: {
      subject: 'Factura {invoice} de {business}',
      preheader: '{amount}[, vence el {due_date}].',
      heading: 'Su factura: {amount}',
      body: ['Aquí está su factura. Puede pagarla en línea en un minuto.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Vence', '{due_date}'],
      ],
      total: 'Total',
      button: 'Pagar {amount}',
      footer,
      sms: '{business}: factura {invoice}, {amount}[, vence el {due_date}]: {link}',
    },
    autopay: {
      subject: 'Factura {invoice} de {business}',
      preheader: '{amount}[, vence el {due_date}].',
      heading: 'Su factura: {amount}',
      body: [
        'Esta factura se paga automáticamente con su forma de pago guardada. No tiene que hacer nada.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Vence', '{due_date}'],
      ],
      total: 'Total',
      button: 'Ver la factura',
      footer,
      sms: '{business}: la factura {invoice}, {amount}, se paga automáticamente: {link}',
    },
    covered: {
      subject: 'Factura {invoice} de {business}',
      preheader: 'Su crédito la cubre. No hay nada que pagar.',
      heading: 'Su crédito cubre esta factura',
      body: ['Esta es su factura. No hay nada que pagar.'],
      facts: [['Factura', '{invoice}']],
      total: 'Por pagar',
      button: 'Ver la factura',
      footer,
      sms: '{business}: su crédito cubre la factura {invoice}. No hay nada que pagar: {link}',
    },
  },
  pay_link: {
    main: {
      subject: 'Pague la factura {invoice} de {business}',
      preheader: '{amount}: pague en línea de forma segura.',
      heading: '{amount} por pagar',
      body: ['Use el botón para pagar en línea de forma segura. No necesita una cuenta.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Vence', '{due_date}'],
      ],
      total: 'Total',
      button: 'Pagar {amount}',
      notes: ['El enlace es solo para usted: quien lo tenga puede ver esta factura.'],
      footer,
      sms: '{business}: por favor, pague la factura {invoice}, {amount}: {link}',
    },
  },
  invoice_reminder: {
    before: {
      subject: 'La factura {invoice} de {business} vence el {due_date}',
      preheader: '{amount}, vence el {due_date}. Se paga en un minuto.',
      heading: '{amount} vencen el {due_date}',
      body: ['Le recordamos su factura. Puede pagarla en línea en un minuto.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Vence', '{due_date}'],
      ],
      total: 'Por pagar',
      button: 'Pagar {amount}',
      notes: [paidAlready],
      footer,
      sms: '{business}: la factura {invoice}, {amount}, vence el {due_date}. Pague aquí: {link}',
    },
    today: {
      subject: 'La factura {invoice} de {business} vence hoy',
      preheader: '{amount} vencen hoy. Se paga en un minuto.',
      heading: '{amount} vencen hoy',
      body: ['Su factura vence hoy. Puede pagarla en línea en un minuto.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Vence', '{due_date}'],
      ],
      total: 'Por pagar',
      button: 'Pagar {amount}',
      notes: [paidAlready],
      footer,
      sms: '{business}: la factura {invoice}, {amount}, vence hoy. Pague aquí: {link}',
    },
    late: {
      subject: 'La factura {invoice} de {business} está vencida',
      preheader: '{amount} vencieron el {due_date}.',
      heading: '{amount} están vencidos',
      body: [
        'Su factura venció el {due_date} y todavía no está pagada. Puede pagarla en línea en un minuto.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Venció', '{due_date}'],
      ],
      total: 'Por pagar',
      button: 'Pagar {amount}',
      notes: [paidAlready],
      footer,
      sms: '{business}: la factura {invoice}, {amount}, venció el {due_date}. Por favor, pague aquí: {link}',
    },
    several: {
      subject: '{count} facturas de {business} están sin pagar',
      preheader: '{amount} en total.',
      heading: '{amount} por pagar',
      body: [
        '{count} de sus facturas están sin pagar. El botón paga la que vence primero, la factura {invoice}; abajo cada una tiene su propio enlace.',
      ],
      total: 'Total por pagar',
      button: 'Pagar la factura {invoice}',
      notes: [paidAlready],
      footer,
      sms: '{business}: {count} facturas, {amount} en total, están sin pagar. Pague la primera aquí: {link}',
    },
  },
  payment_failed: {
    main: {
      subject: 'No se pudo hacer su pago a {business}',
      preheader: '{amount} siguen pendientes. Se arregla en un minuto.',
      heading: 'No se pudo hacer su pago',
      body: [
        'No pudimos cobrar {amount} de la factura {invoice}.',
        '{reason}',
        'Lo intentaremos otra vez el {retry_date}, o puede pagar ahora.',
        'Con el botón puede poner otra tarjeta en lugar de {card}: se le cobra enseguida y paga desde entonces.',
      ],
      button: 'Pagar {amount}',
      notes: ['No se le cobró nada. Si ya pagó, ignore este mensaje.'],
      footer,
      sms: '{business}: no se pudo hacer su pago de {amount}. Por favor, pague aquí[, o cambie {card}]: {link}',
    },
  },
  card_replaced: {
    charged: {
      subject: 'Pagado con otra tarjeta: {customer}, factura {invoice}',
      preheader: 'Se cobraron {amount}.',
      heading: 'El cobro rechazado se realizó',
      body: ['{customer} cambió su tarjeta y se cobraron {amount} a la nueva.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Tarjeta nueva', '{card}'],
      ],
      button: 'Abrir la factura',
      footer:
        'Recibe este mensaje porque administra {business} y los avisos de cobro están activados.',
      sms: '{customer} cambió su tarjeta: se cobraron {amount} de la factura {invoice}. {link}',
    },
    kept: {
      subject: 'Tarjeta nueva: {customer}',
      preheader: 'No se cobró la factura {invoice}.',
      heading: 'Un cliente cambió su tarjeta',
      body: [
        '{customer} cambió la tarjeta rechazada. No se le cobró la factura {invoice}: vea en la factura lo que está pendiente.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Tarjeta nueva', '{card}'],
      ],
      button: 'Abrir la factura',
      footer:
        'Recibe este mensaje porque administra {business} y los avisos de cobro están activados.',
      sms: '{customer} cambió su tarjeta. No se cobró la factura {invoice}. {link}',
    },
  },
  payment_failed_staff: {
    failed: {
      subject: 'Pago fallido: {customer}, factura {invoice}',
      preheader: '{amount}: {reason}',
      heading: 'Un pago falló',
      body: ['{customer}: no se pudieron cobrar {amount}.'],
      facts: [
        ['Factura', '{invoice}'],
        ['Motivo', '{reason}'],
        ['Próximo intento', '{retry_date}'],
      ],
      button: 'Abrir la factura',
      footer:
        'Recibe este mensaje porque administra {business} y los avisos de cobro están activados.',
      sms: 'Pago fallido: {customer}, factura {invoice}, {amount}. {link}',
    },
    attention: {
      subject: 'Un pago necesita atención: {customer}, factura {invoice}',
      preheader: '{amount}: {reason}',
      heading: 'Un pago necesita atención',
      body: ['{customer}, {amount}: {reason}'],
      facts: [['Factura', '{invoice}']],
      button: 'Abrir la factura',
      footer:
        'Recibe este mensaje porque administra {business} y los avisos de cobro están activados.',
      sms: 'Un pago necesita atención: {customer}, factura {invoice}, {amount}. {link}',
    },
  },
  statement: {
    owes: {
      subject: 'Su estado de cuenta de {business}: {amount} pendientes',
      preheader: 'Todo lo facturado y pagado hasta el {to_date}, adjunto.',
      heading: 'Su estado de cuenta',
      body: [
        'Adjuntamos su estado de cuenta hasta el {to_date}: cada factura y pago, y lo que está pendiente.',
        'Están pendientes {amount}. El botón paga la factura {invoice}, la que vence primero.',
      ],
      facts: [['Pendiente', '{amount}']],
      button: 'Pagar la factura {invoice}',
      notes: [paidAlready],
      footer,
    },
    settled: {
      subject: 'Su estado de cuenta de {business}',
      preheader: 'Todo lo facturado y pagado hasta el {to_date}, adjunto.',
      heading: 'Su estado de cuenta',
      body: ['Adjuntamos su estado de cuenta hasta el {to_date}. No hay nada pendiente. Gracias.'],
      button: 'Ver mis facturas',
      footer,
    },
  },
  payment_hold: {
    held: {
      subject: '{business}: sus visitas esperan el pago de {amount}',
      preheader: 'No se canceló nada. Cuando esté pagado, continúan solas.',
      heading: 'Sus visitas están en espera',
      body: [
        '{amount} están vencidos; por eso {business} deja en espera sus próximas visitas.',
        'No se canceló nada. Cuando esté pagado, sus visitas continúan solas. Puede pagar en línea en un minuto.',
      ],
      button: 'Pagar ahora',
      notes: [paidAlready],
      footer,
      sms: '{business}: sus visitas están en espera porque {amount} están vencidos. Cuando esté pagado, continúan. Pague aquí: {link}',
    },
    released: {
      subject: '{business}: sus visitas continúan',
      preheader: 'Ya no están en espera.',
      heading: 'Sus visitas continúan',
      body: ['Sus visitas con {business} ya no están en espera. Continúan como estaba previsto.'],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: sus visitas ya no están en espera. Continúan como estaba previsto: {link}',
    },
  },
  late_fee_removed: {
    taken: {
      subject: '{business}: ya no debe el recargo de {fee}',
      preheader: 'Por pagar: {amount}.',
      heading: 'Se quitó su recargo',
      body: ['Ya no debe el recargo de {fee} de la factura {invoice}.'],
      facts: [['Por pagar', '{amount}']],
      button: 'Ver mis facturas',
      footer,
      sms: '{business}: ya no debe el recargo de {fee}. Por pagar: {amount}. {link}',
    },
    credited: {
      subject: '{business}: se quitó su recargo de {fee}',
      preheader: 'Lo que pagó de él ahora es un crédito.',
      heading: 'Se quitó su recargo',
      body: ['Lo que pagó del recargo de la factura {invoice} ahora es un crédito a su favor.'],
      facts: [['Por pagar', '{amount}']],
      button: 'Ver mis facturas',
      footer,
      sms: '{business}: lo que pagó del recargo ahora es un crédito. Por pagar: {amount}. {link}',
    },
  },
  charge_upcoming: {
    main: {
      subject: '{business} cobrará {amount} el {charge_date}',
      preheader: 'Se acerca su pago automático. No tiene que hacer nada.',
      heading: 'Se acerca su pago automático',
      body: [
        'El {charge_date} cobraremos {amount} de la factura {invoice}. No tiene que hacer nada.',
      ],
      facts: [
        ['Factura', '{invoice}'],
        ['Día del cobro', '{charge_date}'],
        ['Forma de pago', '{card}'],
      ],
      button: 'Ver la factura',
      footer,
      sms: '{business}: el {charge_date} cobraremos {amount} de la factura {invoice}. No tiene que hacer nada. Detalles: {link}',
    },
  },
  consent_request: {
    main: {
      subject: '{business}: acepte {new_limit} por visita',
      preheader: 'Un toque, y sus pagos automáticos continúan.',
      heading: 'Acepte el nuevo límite',
      body: [
        'Usted aceptó pagos automáticos de hasta {old_limit} por visita. Su trabajo previsto cuesta ahora hasta {new_limit}.',
        'No se cobra nada por encima de {old_limit} hasta que acepte. Mientras tanto recibe un enlace para pagar.',
      ],
      facts: [
        ['Trabajo', '{work}'],
        ['Nuevo límite', '{new_limit}'],
      ],
      button: 'Ver y aceptar',
      footer,
      sms: '{business}: su trabajo previsto cuesta ahora hasta {new_limit} por visita; usted aceptó {old_limit}. Acepte con un toque: {link}',
    },
  },
  price_change: {
    raised: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      footer,
      sms: '{business}: {message}',
    },
    withdrawn: {
      subject: 'Su precio con {business} no cambia',
      preheader: 'El nuevo precio anunciado para el {date} queda sin efecto.',
      heading: 'Su precio no cambia',
      body: [
        'Le anunciamos un nuevo precio a partir del {date}. Queda sin efecto: usted sigue pagando lo mismo que ahora.',
      ],
      footer,
      sms: '{business}: el nuevo precio anunciado para el {date} queda sin efecto. Usted sigue pagando lo mismo. {prices}',
    },
  },
  charge_day_moved: {
    main: {
      subject: 'Su día de cobro con {business} ahora es el {new_day}',
      preheader: 'Sus pagos automáticos pasan del día {old_day} al día {new_day} del mes.',
      heading: 'Cambió su día de cobro',
      body: [
        '{business} ahora pide el pago más temprano en el mes. Sus pagos automáticos pasan del día {old_day} al día {new_day}. Los cobros ya planeados conservan su fecha. Puede elegir otro día en su cuenta.',
      ],
      button: 'Elegir un día',
      footer,
      sms: '{business}: sus pagos automáticos pasan del día {old_day} al día {new_day} del mes: {link}',
    },
  },
  method_expiring: {
    main: {
      subject: '{card}: vence pronto',
      preheader: 'Sirve hasta el {last_day}. Agregue otra tarjeta para sus pagos automáticos.',
      heading: 'Su tarjeta vence pronto',
      body: [
        '{card} paga automáticamente a {business} y sirve hasta el {last_day}. Agregue otra tarjeta para que sus pagos continúen.',
      ],
      button: 'Agregar una tarjeta',
      footer: 'Recibe este mensaje porque {business} cobra automáticamente a esta tarjeta.',
      sms: '{business}: {card} vence el {last_day}. Agregue otra tarjeta: {link}',
    },
  },
})
