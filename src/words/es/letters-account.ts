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
  account_exists: {
    main: {
      subject: 'Ya tiene una cuenta',
      preheader: 'Inicie sesión con ella o elija una contraseña nueva.',
      heading: 'Ya tiene una cuenta',
      body: [
        'Alguien, probablemente usted, quiso crear una cuenta con esta dirección. Ya existe una, así que nada cambió.',
        'Inicie sesión. Si olvidó la contraseña, pida un código o una contraseña nueva en la página de inicio de sesión. Si no fue usted, no tiene que hacer nada.',
      ],
      button: 'Iniciar sesión',
      footer: 'Recibe este mensaje porque se usó esta dirección para crear una cuenta.',
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
        'Si no fue usted, deshágalo con el botón: vuelve a valer la contraseña de antes y se cierra la sesión en todos los dispositivos. Después elija otra.',
      ],
      button: 'No fui yo: deshacerlo',
      footer: 'Recibe este mensaje porque cambió la contraseña de su cuenta.',
    },
  },
  email_changed: {
    main: {
      subject: 'Cambió su correo electrónico',
      preheader: 'Desde ahora los mensajes sobre su cuenta llegan a la nueva dirección.',
      heading: 'Cambió su correo electrónico',
      body: [
        'Cambió el correo electrónico de su cuenta. Desde ahora nuestros mensajes llegan a la nueva dirección y ya no a esta.',
        'Si no fue usted, use el botón: vuelve a valer esta dirección y se cierra la sesión en todos los dispositivos. Después elija una contraseña nueva.',
      ],
      button: 'No fui yo',
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
  access_given: {
    platform: {
      subject: 'Su acceso a Fieldhive',
      preheader: 'Su función: {role}.',
      heading: 'Entre a Fieldhive',
      body: [
        'Se le dio acceso a Fieldhive. Inicie sesión, o regístrese, con este correo electrónico.',
      ],
      facts: [['Su función', '{role}']],
      button: 'Iniciar sesión',
      footer: 'Recibe este mensaje porque se le dio acceso a Fieldhive.',
    },
    business: {
      subject: 'Su acceso a {business}',
      preheader: 'Su función: {role}.',
      heading: 'Entre a {business}',
      body: [
        'Se le dio acceso a {business} en Fieldhive. Inicie sesión, o regístrese, con este correo electrónico.',
      ],
      facts: [['Su función', '{role}']],
      button: 'Iniciar sesión',
      footer: 'Recibe este mensaje porque se le dio acceso a {business}.',
    },
  },
  business_status: {
    inactive: {
      subject: '{business} está desactivado en Fieldhive',
      preheader: 'Nadie de su personal puede trabajar con él hasta que se active de nuevo.',
      heading: '{business} está desactivado',
      body: [
        'Desactivamos {business} en Fieldhive. Su personal ya no puede trabajar con él, no se programa nada nuevo y a ningún cliente se le cobra automáticamente.',
        'Sus datos están seguros: puede descargarlos al iniciar sesión. Los clientes todavía pueden pagar las facturas que tienen.',
        'Si tiene preguntas, responda a este mensaje.',
      ],
      button: 'Iniciar sesión',
      footer: 'Recibe este mensaje porque es dueño de {business}.',
    },
    active: {
      subject: '{business} está activo de nuevo en Fieldhive',
      preheader: 'Todo está como lo dejó.',
      heading: '{business} está activo de nuevo',
      body: [
        'Activamos {business} de nuevo. Su personal puede trabajar como antes y los pagos automáticos continúan.',
      ],
      button: 'Abrir mi panel',
      footer: 'Recibe este mensaje porque es dueño de {business}.',
    },
  },
  ownership: {
    offered: {
      subject: '{person} quiere pasarle {business} a usted',
      preheader: 'Tiene una semana para aceptar.',
      heading: '¿Hacerse cargo de {business}?',
      body: [
        '{person} le ofrece {business} en Fieldhive. Si acepta, el negocio será suyo allí, con sus depósitos y su factura, y {person} pasará a ser gerente.',
        'La oferta está abierta una semana.',
      ],
      button: 'Abrir la oferta',
      footer: 'Recibe este mensaje porque administra {business}.',
    },
    handed_over: {
      subject: '{business} ahora es de {person}',
      preheader: 'El negocio cambió de dueño.',
      heading: '{business} cambió de dueño',
      body: ['{person} es ahora dueño de {business} en Fieldhive.'],
      button: 'Abrir la lista de personas',
      footer: 'Recibe este mensaje porque administra {business}.',
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
  product_update: {
    main: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      button: 'Abrir Fieldhive',
      footer: 'Recibe este mensaje porque eligió las novedades del producto en su cuenta.',
    },
  },
  product_update_test: {
    main: {
      subject: 'Prueba: {subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      button: 'Abrir Fieldhive',
      footer:
        'Esta es una prueba que usted se envió. Quienes eligieron las novedades reciben aquí el enlace para dejar de recibirlas.',
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
