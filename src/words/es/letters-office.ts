import { letters } from '../letter-table.ts'

const footer = 'Recibe este mensaje porque administra {business}.'

export const officeLetters = letters({
  push_test: {
    main: {
      subject: 'Los avisos funcionan en este dispositivo',
      preheader: 'Así se ven aquí las noticias de Fieldhive.',
      heading: 'Los avisos funcionan en este dispositivo',
      body: ['Así se ven aquí las noticias de Fieldhive.'],
      button: 'Abrir mi perfil',
      footer: 'Recibe este aviso porque pidió una prueba.',
    },
  },
  signup_new: {
    main: {
      subject: 'Nuevo registro: {customer}',
      preheader: '{summary}',
      heading: 'Tiene un nuevo registro',
      body: ['{customer} se registró con {business}.'],
      facts: [
        ['Correo electrónico', '{email}'],
        ['Teléfono', '{phone}'],
        ['Servicios', '{services}'],
        ['Días', '{days}'],
        ['Tarjeta guardada', '{card}'],
      ],
      button: 'Abrir al cliente',
      footer,
      sms: 'Nuevo registro: {customer}. {summary}. {link}',
    },
  },
  signup_unfinished: {
    main: {
      subject: 'Registro sin terminar: {customer}',
      preheader: 'Empezó hace un día y no terminó. Una llamada breve puede ayudar.',
      heading: 'Un registro quedó sin terminar',
      body: [
        '{customer} empezó a registrarse con {business} y se detuvo hace un día. Una llamada o un correo breve puede ayudar.',
      ],
      facts: [
        ['Correo electrónico', '{email}'],
        ['Teléfono', '{phone}'],
        ['Servicios', '{services}'],
        ['Días', '{days}'],
      ],
      button: 'Abrir el panel',
      footer,
      sms: 'Registro sin terminar: {customer}. {summary}. {link}',
    },
  },
  digest: {
    main: {
      subject: 'Hoy: {summary}',
      preheader: '{summary}. Que tenga un buen día.',
      heading: 'Buenos días',
      body: ['Este es el día en {business}.'],
      facts: [
        ['Visitas de hoy', '{visits}'],
        ['Visitas pasadas sin terminar', '{missed}'],
        ['Sin equipo asignado', '{unassigned}'],
        ['En espera de fecha', '{to_place}'],
        ['Pagos fallidos', '{failed_payments}'],
        ['Solicitudes abiertas', '{requests}'],
      ],
      button: 'Abrir el día',
      footer,
      sms: 'Buenos días: {summary}. {link}',
    },
  },
  platform_bill: {
    paid: {
      subject: 'Su factura de Fieldhive está pagada: {amount}',
      preheader: 'Gracias. No tiene que hacer nada.',
      heading: 'Su factura está pagada',
      body: ['Recibimos {amount} por {business}. Gracias.'],
      button: 'Ver mi plan',
      footer,
    },
    unpaid: {
      subject: 'No se pudo pagar su factura de Fieldhive de {amount}',
      preheader: 'Revise su forma de pago en la configuración.',
      heading: 'No se pudo pagar su factura',
      body: [
        'No pudimos cobrar {amount} por {business}. Revise su forma de pago. Lo intentaremos otra vez.',
      ],
      button: 'Revisar mi forma de pago',
      footer,
    },
  },
  export_ended: {
    ready: {
      subject: 'La copia de sus datos está lista',
      preheader: 'Puede descargarla durante {days} días.',
      heading: 'Su copia está lista',
      body: [
        'Todo lo que {business} tiene en Fieldhive está ahora en un archivo. Puede descargarlo en Ajustes durante {days} días.',
        'Contiene los nombres y las direcciones de sus clientes: guárdelo en un lugar seguro. Si no lo pidió usted, cambie su contraseña.',
      ],
      button: 'Descargarla',
      footer: 'Recibe este mensaje porque es dueño de {business}.',
    },
    failed: {
      subject: 'No se pudo preparar la copia de sus datos',
      preheader: 'Inténtelo de nuevo.',
      heading: 'No se pudo preparar la copia',
      body: [
        'No pudimos preparar la copia de todo lo que {business} tiene en Fieldhive. Inténtelo de nuevo. Si vuelve a fallar, responda a este mensaje.',
      ],
      button: 'Abrir los ajustes',
      footer: 'Recibe este mensaje porque es dueño de {business}.',
    },
  },
  trial_ending: {
    ready: {
      subject: 'Su prueba de Fieldhive termina el {end_date}',
      preheader: 'No tiene que hacer nada. Su plan empieza entonces.',
      heading: 'Su prueba está por terminar',
      body: [
        'La prueba de {business} termina el {end_date}.',
        'Su forma de pago está guardada. No tiene que hacer nada.',
      ],
      button: 'Abrir la configuración',
      footer,
    },
    not_started: {
      subject: 'Su prueba de Fieldhive termina el {end_date}',
      preheader: 'Inicie la suscripción para seguir trabajando.',
      heading: 'Su prueba está por terminar',
      body: [
        'La prueba de {business} termina el {end_date}.',
        'Su forma de pago está guardada, pero la suscripción no continúa por sí sola. Iníciela en la configuración, en Billing, para seguir trabajando después de ese día. Sus datos no cambian.',
      ],
      button: 'Iniciar la suscripción',
      footer,
    },
    without_method: {
      subject: 'Su prueba de Fieldhive termina el {end_date}',
      preheader: 'Agregue una forma de pago para seguir trabajando.',
      heading: 'Su prueba está por terminar',
      body: [
        'La prueba de {business} termina el {end_date}.',
        'Agregue una forma de pago e inicie la suscripción en la configuración, en Billing, para seguir trabajando después de ese día. Sus datos no cambian.',
      ],
      button: 'Agregar una forma de pago',
      footer,
    },
  },
  read_only_ahead: {
    unpaid: {
      subject: 'Desde el {date}, su personal solo podrá leer',
      preheader: 'Su factura de Fieldhive sigue sin pagar.',
      heading: 'Su factura sigue sin pagar',
      body: [
        'La factura de Fieldhive de {business} sigue sin pagar. Desde el {date}, su personal podrá ver todo, pero no cambiar nada. Los clientes podrán seguir pagando sus facturas.',
        'Pague la factura en la configuración, en Billing, para seguir trabajando.',
      ],
      button: 'Pagar la factura',
      footer,
    },
    not_running: {
      subject: 'Desde el {date}, su personal solo podrá leer',
      preheader: 'Su suscripción a Fieldhive no está activa.',
      heading: 'Su suscripción no está activa',
      body: [
        'La suscripción de {business} a Fieldhive no está activa. Desde el {date}, su personal podrá ver todo, pero no cambiar nada. Los clientes podrán seguir pagando sus facturas.',
        'Inicie la suscripción en la configuración, en Billing, para seguir trabajando. Sus datos no cambian.',
      ],
      button: 'Iniciar la suscripción',
      footer,
    },
  },
  reply: {
    answer: {
      subject: '{subject}',
      preheader: '{text}',
      heading: 'Un mensaje de {business}',
      body: ['{text}'],
      footer: 'Puede responder a este mensaje. Su respuesta llega a {business}.',
      sms: '{text}',
    },
    first: {
      subject: 'Un mensaje de {business}',
      preheader: '{text}',
      heading: 'Un mensaje de {business}',
      body: ['{text}'],
      footer: 'Puede responder a este mensaje. Su respuesta llega a {business}.',
      sms: '{text}',
    },
  },
  stop_confirmed: {
    main: {
      subject: '{business}',
      preheader: 'No recibirá más mensajes.',
      heading: '{business}',
      body: ['No recibirá más mensajes. Responda START para recibirlos.'],
      footer: '{business}',
      sms: '{business}: No recibirá más mensajes. Responda START para recibirlos. / You get no more texts from us. Answer START to get them again.',
    },
  },
  start_confirmed: {
    main: {
      subject: '{business}',
      preheader: 'Recibirá nuestros mensajes de nuevo.',
      heading: '{business}',
      body: ['Recibirá nuestros mensajes de nuevo. Responda STOP para no recibirlos.'],
      footer: '{business}',
      sms: '{business}: Recibirá nuestros mensajes de nuevo. Responda STOP para no recibirlos. / You get our texts again. Answer STOP to end them.',
    },
  },
  help: {
    main: {
      subject: '{business}',
      preheader: 'Responda STOP para no recibir más mensajes.',
      heading: '{business}',
      body: ['Llámenos al {business_phone}.', 'Responda STOP para no recibir más mensajes.'],
      footer: '{business}',
      sms: '{business}: [Llámenos al {business_phone}. ]Puede escribirnos aquí. Responda STOP para no recibir más mensajes. Pueden aplicarse cargos por mensajes y datos.',
    },
  },
})
