import { letters } from '../letter-table.ts'

const expires = 'Esta invitación está abierta hasta el {last_day}.'
const invited = 'Recibe este mensaje porque {business} escribió su dirección.'

export const accountLetters = letters({
  verify_email: {
    main: {
      subject: 'Confirme su correo electrónico',
      preheader: 'Un clic y su cuenta está lista.',
      heading: 'Confirme su correo electrónico',
      body: [
        'Confirme que esta dirección es suya. Así su cuenta está segura y podemos enviarle lo que nos pida.',
      ],
      button: 'Confirmar mi dirección',
      notes: [
        'El enlace funciona una sola vez, durante {hours}. Si usted no se registró, ignore este mensaje: sin el clic no pasa nada.',
      ],
      footer: 'Recibe este mensaje porque alguien usó esta dirección para registrarse.',
    },
  },
  reset_password: {
    main: {
      subject: 'Elija una contraseña nueva',
      preheader: 'El enlace funciona una sola vez. No lo comparta con nadie.',
      heading: 'Elija una contraseña nueva',
      body: ['Alguien, probablemente usted, pidió una contraseña nueva para esta cuenta.'],
      button: 'Poner una contraseña nueva',
      notes: [
        'El enlace funciona una sola vez, durante {hours}. Si no fue usted, ignore este mensaje: su contraseña no cambia.',
      ],
      footer: 'Recibe este mensaje porque se pidió una contraseña nueva.',
    },
  },
  password_changed: {
    main: {
      subject: 'Su contraseña cambió',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Su contraseña cambió',
      body: [
        'Se puso una contraseña nueva en esta cuenta y se cerró la sesión en todos los dispositivos. Si fue usted, no tiene que hacer nada.',
        'Si no fue usted, elija ahora “¿Olvidó su contraseña?” en la página de inicio de sesión y ponga otra.',
      ],
      button: 'Ir al inicio de sesión',
      footer: 'Recibe este mensaje porque cambió la contraseña de su cuenta.',
    },
  },
  device_new: {
    main: {
      subject: 'Nuevo inicio de sesión en su cuenta',
      preheader: '{device}. Si fue usted, no tiene que hacer nada.',
      heading: 'Nuevo inicio de sesión en su cuenta',
      body: [
        'Alguien inició sesión en su cuenta en un dispositivo que no conocíamos. Si fue usted, no tiene que hacer nada.',
      ],
      facts: [
        ['Cuándo', '{time}'],
        ['Dispositivo', '{device}'],
      ],
      button: 'No fui yo: cambiar mi contraseña',
      notes: ['Una contraseña nueva cierra la sesión en todos los dispositivos.'],
      footer: 'Recibe este mensaje porque se inició sesión con su cuenta.',
    },
  },
  email_changed: {
    main: {
      subject: 'Cambió su correo electrónico',
      preheader: 'Desde ahora los mensajes sobre su cuenta llegan a la nueva dirección.',
      heading: 'Cambió su correo electrónico',
      body: [
        'Cambió el correo electrónico de su cuenta. Desde ahora nuestros mensajes llegan a la nueva dirección y ya no a esta.',
        'Si no fue usted, inicie sesión ahora, cambie su contraseña y ponga otra vez su dirección.',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque esta era la dirección de su cuenta.',
    },
  },
  welcome: {
    main: {
      subject: 'Le damos la bienvenida a Fieldhive[, {business}]',
      preheader: 'Su agenda, sus clientes y su dinero en un solo lugar.',
      heading: 'Le damos la bienvenida a Fieldhive',
      body: [
        '{business}: su cuenta está lista.',
        'Para la primera hora: agregue sus servicios, invite a un cliente y ponga la primera visita en la agenda. Todo lo demás puede esperar.',
      ],
      button: 'Abrir mi panel',
      footer: 'Recibe este mensaje porque abrió una cuenta.',
    },
  },
  signup_resume: {
    main: {
      subject: 'Su registro con {business}',
      preheader: 'Continúe donde lo dejó, en cualquier dispositivo.',
      heading: 'Continúe con su registro',
      body: [
        'Sus respuestas para {business} están guardadas. Este enlace le lleva a donde lo dejó, en cualquier dispositivo.',
      ],
      button: 'Continuar mi registro',
      notes: [
        'No comparta el enlace: quien lo tenga puede leer y cambiar sus respuestas. Si usted no se registró, ignore este mensaje.',
      ],
      footer:
        'Recibe este mensaje porque alguien escribió esta dirección en la página de registro de {business}.',
    },
  },
  signup_finished: {
    main: {
      subject: 'Su registro con {business} está completo',
      preheader: 'Se comunicarán con usted sobre su primer servicio.',
      heading: '¡Todo listo!',
      body: [
        'Gracias por registrarse con {business}. Se comunicarán con usted sobre su primer servicio.',
      ],
      button: 'Ver mi resumen',
      footer: 'Recibe este mensaje porque se registró con {business}.',
    },
  },
  leave_received: {
    main: {
      subject: '{customer} pide cerrar su cuenta',
      preheader: 'Sigue siendo su cliente hasta que lo archive.',
      heading: 'Un cliente quiere irse',
      body: [
        '{customer} pide cerrar su cuenta con {business}. Nada cambia hasta que usted responda: archive al cliente o escríbale.',
      ],
      facts: [['Motivo', '{reason}']],
      button: 'Ver al cliente',
      footer: 'Recibe este mensaje porque administra {business}.',
      sms: '{customer} pide cerrar su cuenta con {business}: {link}',
    },
  },
  leave_decided: {
    archived: {
      subject: 'Su cuenta con {business} está cerrada',
      preheader: 'Como nos pidió.',
      heading: 'Su cuenta está cerrada',
      body: [
        'Como nos pidió, cerramos su cuenta. No habrá más visitas. Todavía puede ver su historial y pagar sus facturas.',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque pidió a {business} cerrar su cuenta.',
      sms: '{business}: cerramos su cuenta, como nos pidió. Todavía puede ver su historial: {link}',
    },
    kept: {
      subject: 'Sobre su cuenta con {business}',
      preheader: 'Por ahora su cuenta sigue abierta.',
      heading: 'Nos gustaría que se quedara',
      body: [
        'Nos pidió cerrar su cuenta. Por ahora sigue abierta, con todas sus visitas.',
        '{answer}',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque pidió a {business} cerrar su cuenta.',
      sms: '{business}: por ahora su cuenta sigue abierta.[ {answer}] {link}',
    },
  },
  promotion: {
    news: {
      subject: 'Noticias de {business}',
      preheader: '{message}',
      heading: 'Noticias de {business}',
      body: ['{message}'],
      footer: 'Recibe este mensaje porque es cliente de {business}.',
      sms: '{business}: {message}',
    },
    titled: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      footer: 'Recibe este mensaje porque es cliente de {business}.',
      sms: '{business}: {message}',
    },
  },
  announcement_service: {
    main: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      footer: 'Recibe este mensaje porque es cliente de {business}.',
      sms: '{business}: {message}',
    },
  },
  referral_thanks: {
    main: {
      subject: 'Gracias de parte de {business}',
      preheader: 'Alguien que usted invitó tuvo su primera visita.',
      heading: 'Gracias por recomendarnos',
      body: [
        'Alguien que llegó con su enlace tuvo su primera visita de {business}. Gracias por compartirlo.',
      ],
      button: 'Ver mis recomendaciones',
      footer: 'Recibe este mensaje porque compartió su enlace de {business}.',
      sms: '{business}: ¡gracias! Alguien que llegó con su enlace tuvo su primera visita. {link}',
    },
  },
  review_request: {
    main: {
      subject: '¿Cómo trabajó {business}?',
      preheader: 'Una opinión breve ayuda a otras personas a elegir.',
      heading: '¿Qué le pareció nuestro trabajo?',
      body: [
        'Gracias por su confianza. Si está contento con nuestro trabajo, una opinión breve nos ayuda mucho.',
      ],
      button: 'Escribir una opinión',
      footer: 'Recibe este mensaje porque es cliente de {business}.',
      sms: '{business}: ¡gracias! Si está contento con nuestro trabajo, escriba una opinión breve: {link}',
    },
  },
  customer_invite: {
    main: {
      subject: '{business} le invita a registrarse',
      preheader: 'Elija su servicio y su día; toma unos tres minutos.',
      heading: 'Configure su servicio con {business}',
      body: [
        '{note}',
        'Elija sus servicios, díganos dónde y vea el precio antes de decidir. Toma unos tres minutos.',
      ],
      button: 'Empezar mi registro',
      notes: [expires],
      footer: invited,
      sms: '{business}: configure su servicio aquí: {link}',
    },
  },
  staff_invite: {
    main: {
      subject: 'Únase a {business} en Fieldhive',
      preheader: 'Su función: {role}.',
      heading: 'Únase a {business}',
      body: ['{inviter} le invita a trabajar con {business} en Fieldhive.'],
      facts: [['Su función', '{role}']],
      button: 'Aceptar la invitación',
      notes: [
        expires,
        'Inicie sesión, o regístrese, con este correo electrónico para que la invitación le llegue.',
      ],
      footer: invited,
      sms: '{business} le invita a Fieldhive ({role}): {link}',
    },
  },
  owner_invite: {
    main: {
      subject: 'Configure su negocio en Fieldhive',
      preheader: 'Su invitación para empezar.',
      heading: 'Configure {business}',
      body: [
        'Le invitamos a manejar su agenda, sus clientes y sus pagos en Fieldhive. La configuración toma unos diez minutos; puede dejarla y seguir después.',
      ],
      button: 'Empezar la configuración',
      notes: [expires],
      footer: 'Recibe este mensaje porque le invitaron a Fieldhive.',
      sms: 'Fieldhive: configure {business} aquí: {link}',
    },
  },
})
