import { letters } from '../letter-table.ts'

const footer =
  'Recibe este mensaje porque es cliente de {business}. Puede cambiar lo que le enviamos en su cuenta.'
const facts = [
  ['Servicio', '{service}'],
  ['Cuándo', '{when}'],
] as const
const common = { facts, footer, button: 'Ver mis visitas' } as const
/** A pause with an end, whoever made it; its body says who. */
const paused = {
  subject: 'En pausa desde el {date}: {service}',
  preheader: 'Se reanuda solo el {until}.',
  heading: 'Su servicio está en pausa',
  facts: [
    ['Servicio', '{service}'],
    ['Desde', '{date}'],
    ['Se reanuda', '{until}'],
  ],
  button: 'Ver mis visitas',
  footer,
  sms: '{business}: en pausa desde el {date}: {service}. Se reanuda automáticamente el {until}.',
} as const
const byThemselves = { footer: 'Recibe este mensaje porque administra {business}.' } as const

export const visitLetters = letters({
  on_the_way: {
    main: {
      ...common,
      subject: '{business} va en camino',
      preheader: 'Para su visita de hoy: {service}.',
      heading: 'Vamos en camino',
      body: ['Nuestro equipo ya salió y va en camino.'],
      sms: '{business}: vamos en camino para su visita de hoy: {service}.',
    },
  },
  visit_completed: {
    main: {
      ...common,
      subject: '{service}: trabajo terminado',
      preheader: '{business} terminó la visita del {date}.',
      heading: 'Su visita está terminada',
      body: ['Terminamos el trabajo. Si algo no quedó como esperaba, responda a este mensaje.'],
      sms: '{business}: {service} del {date}: trabajo terminado.',
    },
  },
  visit_rescheduled: {
    new_date: {
      ...common,
      subject: 'Nueva fecha para {service}: {date}',
      preheader: 'Antes: {old_when}. Ahora: {when}.',
      heading: 'Su visita tiene una nueva fecha',
      body: ['Cambiamos su visita, que era el {old_when}.'],
      sms: '{business}: cambiamos su visita de {service}. Antes: {old_when}. Ahora: {when}.',
    },
    new_time: {
      ...common,
      subject: 'Nueva hora para {service}: {when}',
      preheader: 'Antes: {old_when}. Ahora: {when}.',
      heading: 'Su visita tiene una nueva hora',
      body: ['Cambiamos su visita, que era el {old_when}.'],
      sms: '{business}: cambiamos su visita de {service}. Antes: {old_when}. Ahora: {when}.',
    },
    own_choice: {
      ...common,
      subject: 'Su visita de {service} pasa al {date}',
      preheader: 'Antes: {old_when}. Ahora: {when}.',
      heading: 'Su visita tiene una nueva fecha',
      body: ['Usted cambió su visita, que era el {old_when}. Iremos en la nueva fecha.'],
      sms: '{business}: usted cambió su visita de {service}. Antes: {old_when}. Ahora: {when}.',
    },
  },
  visit_cancelled: {
    own_choice: {
      ...common,
      subject: 'Usted canceló su visita de {service} del {date}',
      preheader: 'No se le cobra.',
      heading: 'Usted canceló esta visita',
      body: ['No iremos en esta fecha y no se le cobra. Las visitas siguientes no cambian.'],
      sms: '{business}: usted canceló su visita de {service} del {date}. No se le cobra.',
    },
    main: {
      ...common,
      subject: 'Se canceló su visita de {service} del {date}',
      preheader: 'No se le cobra.',
      heading: 'Esta visita está cancelada',
      body: [
        'No iremos en esta fecha y no se le cobra. Las visitas siguientes no cambian.',
        '{reason}',
      ],
      sms: '{business}: se canceló su visita de {service} del {date}.',
    },
  },
  visit_restored: {
    main: {
      ...common,
      subject: 'Su visita de {service} del {date} sí se hará',
      preheader: '{business} irá el {when}.',
      heading: 'Esta visita vuelve a estar programada',
      body: ['Habíamos cancelado esta visita. Ahora sí se hará.'],
      sms: '{business}: su visita de {service} del {when} sí se hará.',
    },
  },
  visit_held: {
    main: {
      ...common,
      subject: 'Cambiaremos la fecha de su visita de {service} del {date}',
      preheader: 'Le avisaremos de la nueva fecha.',
      heading: 'Cambiaremos la fecha de esta visita',
      body: [
        'No podemos ir en esta fecha. Le avisaremos de la nueva en cuanto la sepamos. Las visitas siguientes no cambian.',
      ],
      sms: '{business}: no podemos ir el {date} ({service}). Le avisaremos de la nueva fecha.',
    },
  },
  visit_kept: {
    main: {
      ...common,
      subject: 'Su visita de {service} se queda el {date}',
      preheader: '{business} sí irá el {when}.',
      heading: 'Esta visita se queda en su día',
      body: [
        'Le dijimos que cambiaríamos la fecha de esta visita. Al final sí podemos ir ese día, así que no cambia nada.',
      ],
      sms: '{business}: su visita de {service} se queda el {when}.',
    },
  },
  visits_changed: {
    paused: {
      ...paused,
      body: [
        'Usted puso este servicio en pausa. Se reanuda solo el {until} y no se le cobran las visitas de ese tiempo. Puede reanudarlo antes en su cuenta.',
      ],
    },
    resumed: {
      subject: 'Se reanuda: {service}',
      preheader: 'La pausa terminó.',
      heading: 'Su servicio se reanuda',
      body: ['Usted terminó la pausa. Sus próximas visitas están en su cuenta.'],
      facts: [['Servicio', '{service}']],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: reanudamos {service}. Sus próximas visitas están en su cuenta.',
    },
    main: {
      subject: 'Cambiaron {count} de sus visitas',
      preheader: '{business} cambió {count} de sus visitas.',
      heading: 'Algunas de sus visitas cambiaron',
      body: ['Las visitas que no están en la lista no cambian.'],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: {changes}',
    },
  },
  visits_planned: {
    one: {
      ...common,
      subject: 'Su visita está programada para el {when}: {service}',
      preheader: '{business} va el {when}.',
      heading: 'Su visita está programada',
      body: ['Si ese día no le conviene, díganoslo en su cuenta.'],
      sms: '{business}: su visita de {service} está programada para el {when}.',
    },
    several: {
      subject: 'Sus visitas están programadas: {service}',
      preheader: 'La primera: {when}.',
      heading: 'Sus visitas están programadas',
      body: [
        'Estas son las próximas; todas las demás están en su cuenta. Si un día no le conviene, díganoslo ahí.',
      ],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: sus visitas están programadas: {service}. La primera: {when}.',
    },
    changed: {
      subject: 'Nuevos días para sus visitas: {service}',
      preheader: 'La próxima: {when}.',
      heading: 'Sus visitas tienen nuevos días u horas',
      body: [
        'Cambiamos cuándo vamos. Estas son las próximas visitas; todas las demás están en su cuenta. Si un día no le conviene, díganoslo ahí.',
      ],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: sus visitas tienen nuevos días u horas: {service}. La próxima: {when}.',
    },
    ended: {
      subject: 'Su última visita es el {date}: {service}',
      preheader: 'Después no hay más visitas programadas.',
      heading: 'Sus visitas terminan',
      body: [
        'La última visita es el {date}. Después ya no vamos y no se le cobra este servicio. Si no es lo que usted quiere, responda a este mensaje.',
      ],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: su última visita es el {date}: {service}. Después no hay más.',
    },
    over: {
      subject: 'No hay más visitas programadas: {service}',
      preheader: 'Ya no vamos por este servicio.',
      heading: 'Sus visitas terminaron',
      body: [
        'Ya no vamos por este servicio y ya no se le cobra nada por él. Si no es lo que usted quiere, responda a este mensaje.',
      ],
      facts: [['Servicio', '{service}']],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: no hay más visitas programadas: {service}.',
    },
    paused: {
      ...paused,
      body: [
        'Pusimos este servicio en pausa. Se reanuda solo el {until} y no se le cobran las visitas de ese tiempo.',
      ],
    },
    paused_openly: {
      subject: 'En pausa desde el {date}: {service}',
      preheader: 'Le avisaremos cuándo se reanuda.',
      heading: 'Su servicio está en pausa',
      body: [
        'Pusimos este servicio en pausa. Le avisaremos cuándo se reanuda; hasta entonces no se le cobran las visitas.',
      ],
      facts: [
        ['Servicio', '{service}'],
        ['Desde', '{date}'],
      ],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: en pausa desde el {date}: {service}. Le avisaremos cuándo se reanuda.',
    },
    resumed: {
      subject: 'Se reanuda: {service}',
      preheader: 'La próxima visita: {when}.',
      heading: 'Su servicio se reanuda',
      body: [
        'La pausa terminó. Estas son las próximas visitas; todas las demás están en su cuenta.',
      ],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: reanudamos {service}. La próxima visita: {when}.',
    },
  },
  visit_reminder: {
    one: {
      subject: 'Recordatorio: {service}, {date}',
      preheader: '{business} irá el {when}.',
      heading: 'Su visita se acerca',
      body: [
        'Por favor, asegúrese de que podamos llegar al lugar del trabajo. Si el día ya no le conviene, díganos en su cuenta.',
      ],
      facts: [...facts, ['Dónde', '{address}']],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: recordatorio, {date}: {visits}.',
    },
    several: {
      subject: 'Recordatorio: {count} visitas, {date}',
      preheader: '{business} irá el {date}.',
      heading: 'Su visita se acerca',
      body: [
        'Por favor, asegúrese de que podamos llegar al lugar del trabajo. Si el día ya no le conviene, díganos en su cuenta.',
      ],
      button: 'Ver mis visitas',
      footer,
      sms: '{business}: recordatorio, {date}: {visits}.',
    },
  },
  request_received: {
    reschedule: {
      subject: 'Solicitud: {customer} pide cambiar la visita',
      preheader: '{service}, {date}.',
      heading: 'Un cliente pide un cambio',
      body: ['{customer} pide cambiar la visita.'],
      facts: [...facts, ['Prefiere', '{preferred}'], ['Motivo', '{reason}']],
      button: 'Revisar en la agenda',
      footer: 'Recibe este mensaje porque administra {business}.',
      sms: '{customer} pide cambiar la visita: {service}, {date}. {link}',
    },
    cancel: {
      subject: 'Solicitud: {customer} pide cancelar la visita',
      preheader: '{service}, {date}.',
      heading: 'Un cliente pide un cambio',
      body: ['{customer} pide cancelar la visita.'],
      facts: [...facts, ['Motivo', '{reason}']],
      button: 'Revisar en la agenda',
      footer: 'Recibe este mensaje porque administra {business}.',
      sms: '{customer} pide cancelar la visita: {service}, {date}. {link}',
    },
    visit: {
      ...byThemselves,
      subject: 'Solicitud: {customer} pide una visita',
      preheader: '{service}. {reason}',
      heading: 'Un cliente pide una visita',
      body: ['{customer} pide una visita que todavía no está planeada.'],
      facts: [facts[0], ['Prefiere', '{preferred}'], ['Nota', '{reason}']],
      button: 'Revisar en la agenda',
      sms: '{customer} pide una visita: {service}. {link}',
    },
    moved: {
      ...byThemselves,
      subject: '{customer} pasó su visita al {date}',
      preheader: '{service}. Antes: {old_when}. Ahora: {when}.',
      heading: 'Un cliente cambió una visita',
      body: ['{customer} cambió su visita, que era el {old_when}. No tiene que hacer nada.'],
      facts,
      button: 'Abrir la agenda',
      sms: '{customer} cambió {service}. Antes: {old_when}. Ahora: {when}. {link}',
    },
    skipped: {
      ...byThemselves,
      subject: '{customer} canceló la visita del {date}',
      preheader: '{service}, {when}.',
      heading: 'Un cliente canceló una visita',
      body: [
        '{customer} canceló esta visita. Las visitas siguientes no cambian. No tiene que hacer nada.',
      ],
      facts,
      button: 'Abrir la agenda',
      sms: '{customer} canceló la visita: {service}, {when}. {link}',
    },
    paused: {
      ...byThemselves,
      subject: '{customer} pone en pausa {service}',
      preheader: 'Desde el {date} hasta el {until}.',
      heading: 'Un cliente pone su servicio en pausa',
      body: ['{customer} pone este servicio en pausa. Se reanuda solo. No tiene que hacer nada.'],
      facts: [
        ['Servicio', '{service}'],
        ['Desde', '{date}'],
        ['Se reanuda', '{until}'],
      ],
      button: 'Abrir la agenda',
      sms: '{customer} pone en pausa {service} desde el {date} hasta el {until}. {link}',
    },
    resumed: {
      ...byThemselves,
      subject: '{customer} reanuda {service}',
      preheader: 'La pausa termina hoy.',
      heading: 'Un cliente reanuda su servicio',
      body: [
        '{customer} terminó la pausa de este servicio. Sus visitas están otra vez en la agenda.',
      ],
      facts: [['Servicio', '{service}']],
      button: 'Abrir la agenda',
      sms: '{customer} reanuda {service}. {link}',
    },
  },
  request_decided: {
    moved: {
      ...common,
      subject: 'Aprobamos su solicitud',
      preheader: 'Nueva fecha de la visita: {new_when}.',
      heading: 'Aprobamos su solicitud',
      body: ['Nueva fecha de la visita: {new_when}.', '{reason}'],
      sms: '{business}: aprobamos su solicitud. {service}: la nueva fecha es el {new_when}.',
    },
    approved: {
      ...common,
      subject: 'Aprobamos su solicitud',
      preheader: 'Le avisaremos de la nueva fecha.',
      heading: 'Aprobamos su solicitud',
      body: ['Le avisaremos de la nueva fecha.', '{reason}'],
      sms: '{business}: aprobamos su solicitud. {service}, {when}: le avisaremos de la nueva fecha.',
    },
    cancelled: {
      ...common,
      subject: 'Aprobamos su solicitud',
      preheader: 'La visita está cancelada.',
      heading: 'Aprobamos su solicitud',
      body: ['La visita está cancelada.', '{reason}'],
      sms: '{business}: aprobamos su solicitud. {service}, {when}: la visita está cancelada.',
    },
    denied: {
      ...common,
      subject: 'Sobre su solicitud',
      preheader: 'La visita se queda como estaba.',
      heading: 'No pudimos aprobar su solicitud',
      body: ['La visita se queda como estaba.', '{reason}'],
      sms: '{business}: no pudimos aprobar su solicitud. {service}, {when}: la visita se queda como estaba.',
    },
    too_late: {
      ...common,
      subject: 'Sobre su solicitud',
      preheader: 'La visita ya estaba terminada.',
      heading: 'No pudimos aprobar su solicitud',
      body: ['La visita ya estaba terminada.', '{reason}'],
      sms: '{business}: no pudimos aprobar su solicitud. {service}, {when}: la visita ya estaba terminada.',
    },
    visit_declined: {
      ...common,
      subject: 'Sobre la visita que pidió',
      preheader: '{reason}',
      heading: 'No podemos planear la visita que pidió',
      body: ['{reason}', 'Sus otras visitas siguen como estaban planeadas.'],
      facts: [facts[0]],
      sms: '{business}: no podemos planear la visita que pidió. {reason}',
    },
  },
})
