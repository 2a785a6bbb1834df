import { letters } from '../letter-table.ts'

/** Letters about how somebody signs in. */
export const signInLetters = letters({
  second_factor_changed: {
    on: {
      subject: 'Ahora pedimos un código para iniciar sesión',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Ahora pedimos un código para iniciar sesión',
      body: [
        'Se configuró una aplicación de autenticación para esta cuenta. Desde ahora pide un código después de la contraseña, y se cerraron las demás sesiones.',
        'Si no fue usted, deshágalo con el botón: se cierra la sesión en todos los dispositivos y todo vuelve a ser como antes. Después elija una contraseña nueva.',
      ],
      button: 'No fui yo: deshacerlo',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se agrego una aplicacion de autenticacion a su cuenta. Si no fue usted, deshagalo: {link}',
    },
    off: {
      subject: 'Ya no pedimos un código para iniciar sesión',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Ya no pedimos un código para iniciar sesión',
      body: [
        'Se quitó la aplicación de autenticación de esta cuenta. Para iniciar sesión vuelve a bastar la contraseña.',
        'Si no fue usted, deshágalo con el botón: se cierra la sesión en todos los dispositivos y todo vuelve a ser como antes. Después elija una contraseña nueva.',
      ],
      button: 'No fui yo: deshacerlo',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se quito la aplicacion de autenticacion de su cuenta. Si no fue usted, deshagalo: {link}',
    },
    passkey_added: {
      subject: 'Se agregó una llave de acceso a su cuenta',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Se agregó una llave de acceso a su cuenta',
      body: [
        'Desde ahora una llave de acceso inicia sesión en esta cuenta, y la contraseña sola ya no basta.',
        'Si no fue usted, deshágalo con el botón: se cierra la sesión en todos los dispositivos y todo vuelve a ser como antes. Después elija una contraseña nueva.',
      ],
      button: 'No fui yo: deshacerlo',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se agrego una llave de acceso a su cuenta. Si no fue usted, deshagalo: {link}',
    },
    passkey_removed: {
      subject: 'Se quitó una llave de acceso de su cuenta',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Se quitó una llave de acceso de su cuenta',
      body: [
        'Ya no inicia sesión en esta cuenta.',
        'Si no fue usted, deshágalo con el botón: se cierra la sesión en todos los dispositivos y todo vuelve a ser como antes. Después elija una contraseña nueva.',
      ],
      button: 'No fui yo: deshacerlo',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se quito una llave de acceso de su cuenta. Si no fue usted, deshagalo: {link}',
    },
    number_added: {
      subject: 'Se agregó un número de teléfono a su cuenta',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Se agregó un número de teléfono a su cuenta',
      body: [
        'Desde ahora un código enviado al {number} inicia sesión en su cuenta.',
        'Si no fue usted, deshágalo con el botón: se cierra la sesión en todos los dispositivos y todo vuelve a ser como antes. Después elija una contraseña nueva.',
      ],
      button: 'No fui yo: deshacerlo',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se agrego el {number} a su cuenta. Si no fue usted, deshagalo: {link}',
    },
    number_removed: {
      subject: 'Se quitó un número de teléfono de su cuenta',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Se quitó un número de teléfono de su cuenta',
      body: [
        'Los códigos enviados al {number} ya no inician sesión en su cuenta.',
        'Si no fue usted, use el botón, revise cómo inicia sesión y elija una contraseña nueva.',
      ],
      button: 'No fui yo',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se quito el {number} de su cuenta. No fue usted? {link}',
    },
    number_used: {
      subject: 'Alguien inició sesión con su número de teléfono',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Alguien inició sesión con su número de teléfono',
      body: [
        'Un código enviado al {number} se usó por primera vez para iniciar sesión en su cuenta.',
        'Si no fue usted, abra su cuenta y quite el número.',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se uso el {number} por primera vez para iniciar sesion. No fue usted? {link}',
    },
    recovery: {
      subject: 'Se usó un código de recuperación',
      preheader: 'Si fue usted, no tiene que hacer nada.',
      heading: 'Se usó un código de recuperación',
      body: [
        'Alguien inició sesión en su cuenta con su contraseña y uno de sus códigos de recuperación. Cada código sirve una sola vez.',
        'Si no fue usted, cambie ahora su contraseña: así se cierra la sesión en todos los dispositivos.',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se uso un codigo de recuperacion. No fue usted? {link}',
    },
    reset: {
      subject: 'Se restableció su segundo factor',
      preheader: 'Si no lo pidió, elija ahora una contraseña nueva.',
      heading: 'Se restableció su segundo factor',
      body: [
        'Quien administra su cuenta quitó sus llaves de acceso, su aplicación de autenticación y sus códigos de recuperación, porque usted los perdió, y cerró todas sus sesiones. Entre de nuevo y prepare uno nuevo.',
        'Si no lo pidió, elija ahora una contraseña nueva y avise a su negocio.',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque cambió la forma de iniciar sesión en su cuenta.',
      sms: 'Fieldhive: se restablecio su segundo factor. No lo pidio? {link}',
    },
  },
  sign_in_code: {
    main: {
      subject: 'Su código para iniciar sesión es {code}',
      preheader: 'Sirve una vez, durante diez minutos.',
      heading: 'Su código para iniciar sesión',
      body: [
        'Escriba este código donde está iniciando sesión. Sirve una vez, durante diez minutos.',
        'Si no fue usted, no tiene que hacer nada: sin el código nadie entra. No lo comparta.',
      ],
      facts: [['Código', '{code}']],
      button: 'Escribir el código',
      footer:
        'Recibe este mensaje porque alguien pidió un código para iniciar sesión con esta dirección.',
      sms: 'Su codigo de Fieldhive es {code}. No lo comparta.\n\n@{host} #{code}',
    },
  },
  erasure: {
    asked: {
      subject: 'Se borrarán sus datos personales',
      preheader: 'El {time}. Hasta entonces puede cancelarlo.',
      heading: 'Se borrarán sus datos personales',
      body: [
        'Usted pidió que borremos sus datos personales. Ocurrirá el {time}. Hasta entonces puede iniciar sesión y cancelarlo.',
        'Terminan sus visitas, ya no podrá iniciar sesión y el crédito que le dieron y no haya usado se pierde. Las facturas y los pagos se conservan mientras lo exija la ley, sin su nombre.',
      ],
      button: 'Cancelarlo',
      footer: 'Recibe este mensaje porque en su cuenta se pidió borrar sus datos.',
    },
    cancelled: {
      subject: 'Sus datos personales se conservan',
      preheader: 'Se canceló el borrado.',
      heading: 'Sus datos personales se conservan',
      body: ['Se canceló el borrado de sus datos personales. Nada cambia.'],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque en su cuenta se canceló el borrado de sus datos.',
    },
    waits: {
      subject: 'Sus datos personales aún no se borran',
      preheader: 'Primero hay facturas por pagar.',
      heading: 'Sus datos personales aún no se borran',
      body: [
        'Hoy debían borrarse sus datos personales. Pero llegaron facturas desde que lo pidió, y usted debe poder pagarlas.',
        'Cuando estén pagadas, borramos sus datos sin que lo pida otra vez. También puede cancelar el borrado en su cuenta.',
      ],
      button: 'Abrir mi cuenta',
      footer: 'Recibe este mensaje porque pidió borrar sus datos.',
    },
    done: {
      subject: 'Ahora se borran sus datos personales',
      preheader: 'Este es nuestro último mensaje.',
      heading: 'Ahora se borran sus datos personales',
      body: [
        'Como usted pidió, borramos ahora sus datos personales. Las facturas y los pagos se conservan mientras lo exija la ley, sin su nombre.',
        'Este es nuestro último mensaje. Gracias por haber estado con nosotros.',
      ],
      button: 'Abrir el sitio',
      footer: 'Recibe este mensaje porque pidió borrar sus datos.',
    },
  },
  code_texts_full: {
    main: {
      subject: 'Hoy no se envían más códigos por mensaje de texto',
      preheader: 'Su gente todavía puede entrar por correo, contraseña o código QR.',
      heading: 'Hoy no se envían más códigos por mensaje de texto',
      body: [
        'Su equipo y sus clientes pidieron más de {count} códigos por mensaje de texto en un día, así que por ahora no se envían más. Puede ser alguien que prueba números; nadie entra sin el código.',
        'El correo, las contraseñas, las llaves de acceso y los códigos QR siguen funcionando. Si alguien de su equipo no puede entrar, prepare su teléfono en la página Personas.',
      ],
      button: 'Abrir Personas',
      footer: 'Recibe este mensaje porque dirige este negocio en Fieldhive.',
    },
  },
  device_set_up: {
    main: {
      subject: 'Se preparó un teléfono para {person}',
      preheader: '{device}. Si no fue esa persona, cierre sus sesiones.',
      heading: 'Se preparó un teléfono para {person}',
      body: [
        'Se escaneó el código QR de {person}, y ese dispositivo ya tiene la sesión iniciada.',
        'Si no era su teléfono, abra Personas y cierre las sesiones de sus dispositivos.',
      ],
      facts: [['Dispositivo', '{device}']],
      button: 'Abrir Personas',
      footer: 'Recibe este mensaje porque su negocio mostró un código QR para iniciar sesión.',
      sms: '{business}: se preparo un telefono para {person}. Si no era el suyo, cierre su sesion: {link}',
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
})
