import { formatCents } from '../../domain/base/money.ts'
import type { NotificationChoice } from '../../domain/base/person.ts'
import { smsConsent } from '../../domain/flows/signup.ts'
import { roleName } from './roles.ts'
import type { accountWords as en } from '../en/account.ts'
import { plural } from '../plural.ts'
import { industryName } from './industries.ts'

type Pref = NotificationChoice
const labels: Record<Pref, string> = {
  email_general: 'Avisos por correo electrónico',
  sms_general: 'Avisos por mensaje de texto',
  product_updates: 'Novedades del producto',
  billing_alerts: 'Alertas de pagos',
}
const about: Record<Pref, string> = {
  email_general: 'Lo que pasa en su organización, por correo electrónico.',
  sms_general: 'Lo urgente, por mensaje de texto.',
  product_updates: 'Lo nuevo en Fieldhive, por correo electrónico de vez en cuando.',
  billing_alerts: 'Pagos fallidos, tarjetas por vencer, disputas.',
}

export const accountWords: typeof en = {
  title: 'Cuenta',
  tabs: {
    account: 'Cuenta',
    services: 'Servicios',
    schedule: 'Horario',
    organization: 'Empresa',
  },
  save: 'Guardar',
  saved: 'Guardado',
  edit: 'Editar',
  remove: 'Quitar',
  theBusiness: 'la empresa',
  theBusinessFirst: 'La empresa',

  moreAddresses: (count) =>
    plural('es', count, { one: 'Una dirección más', other: `${count} direcciones más` }),
  noServices: 'Todavía no hay ningún servicio periódico',
  moreSettings: 'Más opciones',

  profile: 'Perfil',
  name: 'Nombre',
  phone: 'Teléfono',
  contactEmail: 'Correo de contacto',
  contactEmailAbout:
    'Una dirección nueva vale cuando abra el enlace que le enviamos allí. Su inicio de sesión no cambia.',
  reachMeBy: 'Contactarme por',
  contact: { email: 'Correo electrónico', sms: 'Mensaje de texto', phone: 'Llamada' },
  picture: 'Su foto',
  noAvatar: 'Sin foto',
  choosePicture: 'Elegir una foto',
  anotherPicture: 'Elegir otra foto',
  removePicture: 'Quitar la foto',
  pictureAbout: 'Quienes trabajan con usted la ven junto a su nombre.',
  pictureSaved: 'Foto guardada',
  pictureRemoved: 'Foto quitada',
  pictureFailed: 'No se pudo guardar la foto',
  theme: 'Tema',
  themes: { system: 'Igual que el dispositivo', light: 'Claro', dark: 'Oscuro' },
  timeZone: 'Zona horaria',
  zonePlaceholder: 'La de la organización',
  clearZone: 'Borrar la zona horaria',
  language: 'Idioma y formatos',
  languages: { en: 'English (United States)', es: 'Español (Estados Unidos)' },
  profileSaved: 'Perfil actualizado',
  openLink: (address) =>
    `Guardado. Abra el enlace que enviamos a ${address} para usar esa dirección.`,
  accountFailed: 'No se pudo guardar la cuenta',
  profileFailed: 'No se pudo actualizar el perfil',
  emailConfirmed: 'Su correo electrónico está confirmado',
  emailNotConfirmed: 'No se pudo confirmar el correo electrónico',
  email: 'Correo electrónico',
  role: 'Función',
  roleOf: roleName,
  none: 'Ninguna',
  organizationId: 'ID de la organización',
  changePassword: 'Cambiar contraseña',
  passwordFailed: 'No se pudo empezar el cambio de contraseña',
  passwordElsewhere: 'Su contraseña la guarda el servicio con el que inicia sesión.',

  notifications: 'Avisos',
  notification: (pref) => labels[pref],
  notificationAbout: (pref) => about[pref],
  notificationForCustomers: (pref, organization) =>
    ({
      email_general:
        'Recordatorios y cambios de sus visitas, y cuándo se terminaron, por correo electrónico.',
      sms_general: smsConsent({ organization }, 'es'),
      product_updates: about.product_updates,
      billing_alerts: 'Pagos fallidos y tarjetas por vencer.',
    })[pref],
  alwaysForCustomers:
    'Los recibos y mensajes como el de una contraseña nueva llegan en todos los casos.',
  alwaysForStaff:
    'Los mensajes necesarios para su trabajo, como el de una contraseña nueva, llegan en todos los casos.',
  offers: 'Ofertas',
  textMeOffers: 'Enviarme ofertas por mensaje de texto',
  offersFailed: 'No se pudo cargar su elección sobre las ofertas',
  offersOn: 'Usted recibirá ofertas por mensaje de texto',
  offersOff: 'Ya no recibirá ofertas por mensaje de texto',
  offersNotSaved: 'No se pudo guardar su elección sobre las ofertas',

  saveNotifications: 'Guardar avisos',

  push: 'Avisos en sus dispositivos',
  pushAbout:
    'Las novedades de la oficina, como un registro nuevo o un pago fallido, al instante en este teléfono o computadora. De noche esperan hasta las 8 a. m.',
  pushHere: 'Avisarme en este dispositivo',
  pushBarrier: {
    denied:
      'Este navegador bloquea los avisos de Fieldhive. Abra la configuración del sitio junto a la dirección, permita las notificaciones y vuelva a cargar la página.',
    needs_home_screen:
      'En un iPhone o iPad, primero agregue Fieldhive a la pantalla de inicio: en Safari abra el menú Compartir y elija «Agregar a Inicio». Luego ábralo desde ahí y active esta opción.',
    unsupported:
      'Este navegador no puede mostrar avisos. Chrome, Edge, Firefox y Safari sí pueden.',
  },
  pushFailed: 'No se pudieron cargar sus dispositivos',
  pushNotChanged: 'No se pudieron cambiar los avisos en este dispositivo',
  pushDevice: (name) => name.replace('A browser', 'Un navegador').replace(' on ', ' en '),
  pushThis: '(este dispositivo)',
  pushSince: (moment) => `Desde ${moment}`,
  pushOutbox:
    'este navegador no alcanza ningún servicio de avisos, así que quedan en la bandeja de salida',
  pushTest: 'Enviar un aviso de prueba',
  pushTested: 'Aviso de prueba enviado',
  pushTestFailed: 'No se pudo enviar el aviso de prueba',

  sessions: 'Dónde ha iniciado sesión',
  sessionsAbout: 'Si no conoce un dispositivo, cierre su sesión y elija una contraseña nueva.',
  sessionsFailed: 'No se pudieron cargar sus dispositivos',
  sessionHere: '(este dispositivo)',
  sessionSeen: (moment, ip) => `Usado por última vez ${moment}${ip ? ` desde ${ip}` : ''}`,
  signOutDevice: 'Cerrar sesión',
  signOutOf: (device, moment) => `Cerrar la sesión de ${device}, usado por última vez ${moment}`,
  signOutOthers: 'Cerrar las demás sesiones',
  signedOutDevice: 'Se cerró la sesión de ese dispositivo',
  signedOutOthers: 'Se cerraron las demás sesiones',
  signOutFailed: 'No se pudo cerrar la sesión',

  signIns: 'Inicios de sesión recientes',
  signInsAbout:
    'Todos los que entraron, o dieron una contraseña o un código incorrectos, en el último año.',
  signInsFailed: 'No se pudieron cargar sus inicios de sesión',
  signInsOlder: 'Mostrar inicios de sesión anteriores',
  signInWays: {
    passkey: 'Entró con una llave de acceso',
    password_and_code: 'Entró con contraseña y código',
    password: 'Entró con su contraseña',
    code: 'Entró con un código que le enviamos',
    text_code: 'Entró con un código por mensaje de texto',
    device: 'Entró con un enlace de su oficina',
  },
  signInFailed: 'No entró',
  signInFrom: (moment, device, ip) =>
    `${moment}, ${device.replace('A browser', 'Un navegador').replace(' on ', ' en ')}${ip ? `, desde ${ip}` : ''}`,
  notMe: 'No fui yo',
  notMeOf: (device, moment) => `No fui yo: ${device}, ${moment}`,
  notMeTitle: 'Cerrarles el paso',
  notMeAbout:
    'Se cierra la sesión en todos los demás dispositivos. Después elija una contraseña nueva que nadie más conozca.',
  notMeElsewhere: 'Se cierra la sesión en todos los demás dispositivos.',
  notMeConfirm: 'Cerrar las demás y cambiar la contraseña',

  signInSecurity: 'Inicio de sesión y seguridad',
  erasure: 'Borrar mis datos',
  erasureFailed: 'No se pudo cargar',
  erasureAbout:
    'Borramos para siempre su nombre, sus direcciones, su teléfono y su inicio de sesión, dos semanas después de pedirlo. Hasta entonces puede cambiar de opinión.',
  erasureAsk: 'Borrar mis datos',
  erasureTitle: '¿Borrar sus datos personales?',
  erasureThen:
    'En dos semanas terminan sus visitas, ya no podrá iniciar sesión y sus datos personales desaparecen de todos los negocios con los que trata aquí. Las facturas y los pagos se conservan mientras lo exija la ley, sin su nombre.',
  erasureCredit: (amount, business) =>
    `${amount} de crédito sin usar en ${business} se pierden con sus datos. Úselo antes o pregunte al negocio.`,
  erasureOwnMoney: (amount, business) =>
    `${business} guarda como crédito ${amount} de su propio dinero. Pida antes que se lo devuelvan: después nadie podrá saber que es suyo.`,
  erasureAsked: 'Le enviamos un correo sobre esto',
  erasureAskFailed: 'No se pudo pedir el borrado',
  erasureOn: (moment) => `Sus datos personales se borrarán el ${moment}.`,
  keepData: 'Conservar mis datos',
  dataKept: 'Sus datos se conservan',
  keepFailed: 'No se pudo cancelar',
  wayBackTitle: 'Cómo entrar la próxima vez',
  wayBackAbout:
    'Este teléfono ya tiene la sesión abierta. Agregue su número o una llave de acceso para poder entrar de nuevo sin la oficina.',
  wayBackDone: 'Ir a la página de inicio',
  proofTitle: '¿Es usted?',
  proofAbout:
    'Va a cambiar cómo se abre esta cuenta o dónde se le escribe. Lo que escribió se conserva.',
  proofFailed: 'No se pudo comprobar que es usted',
  proofGoOn: 'Continuar',
  proofPasskey: 'Usar una llave de acceso',
  proofStopped: 'Su dispositivo no dio ninguna llave de acceso. Puede intentarlo otra vez.',
  proofSignIn:
    'Usted inicia sesión sin contraseña. Inicie sesión otra vez y haga el cambio en los diez minutos siguientes.',
  proofCodeAbout: 'Le enviamos un código. Escríbalo aquí y se sigue con lo que empezó.',
  proofCodeMail: (address) => `Enviar un código a ${address}`,
  proofCodeText: (number) => `Enviar un código por mensaje a ${number}`,
  proofCodeUnsent: 'No se pudo enviar el código',
  proofCode: 'Código',
  proofCodeSent: (to) => `Enviado a ${to}. Sirve una vez, durante diez minutos.`,
  proofCodeAgain: 'Enviar otro código',
  codesTitle: 'Códigos para iniciar sesión',
  codesAbout:
    'Los códigos solo llegan aquí. Un número de su perfil, o el que tiene un negocio, no recibe ninguno.',
  codesFailed: 'No se pudo cargar adónde llegan sus códigos',
  codesByMail: 'Recibe códigos por correo',
  codesUnproven: 'Primero confirme esta dirección: abra el enlace que le enviamos.',
  numberProven: (day, used) =>
    used
      ? `Recibe códigos por mensaje desde el ${day}`
      : `Recibe códigos por mensaje desde el ${day}, sin usar`,
  numberNew: 'Su propio número de teléfono',
  numberSend: 'Enviarme un código',
  numberNotSent: 'No se pudo enviar el código',
  numberSent: (number) => `Enviamos seis dígitos al ${number}. Sirven durante diez minutos.`,
  numberCode: 'Código del mensaje',
  numberConfirm: 'Agregar el número',
  numberOther: 'Otro número',
  numberAdded: 'Los códigos enviados a este número ya inician su sesión',
  numberNotAdded: 'No se pudo agregar el número',
  numberRemoveOf: (number) => `Quitar ${number}`,
  numberRemoved: 'Número quitado',
  numberNotRemoved: 'No se pudo quitar el número',
  passkeys: 'Llaves de acceso',
  passkeysAbout:
    'Inicie sesión con su huella, su rostro o el bloqueo de pantalla. Una llave de acceso no se adivina ni se escribe en un sitio falso, y la contraseña sola ya no basta.',
  passkeysNone: 'Todavía no hay ninguna.',
  passkeyName: 'Nombre de la llave de acceso',
  passkeyAdd: 'Agregar una llave de acceso',
  passkeyAdded: 'Llave de acceso agregada',
  passkeyStopped: 'Su dispositivo no creó ninguna llave de acceso. Puede intentarlo otra vez.',
  passkeyUnable: 'Este navegador no puede crear llaves de acceso.',
  passkeyMade: (day, used) =>
    used ? `Agregada el ${day}, usada por última vez el ${used}` : `Agregada el ${day}, sin usar`,
  passkeySynced: 'En todos los dispositivos de su cuenta de Apple, Google o Microsoft',
  passkeyRename: 'Cambiar el nombre',
  passkeyRenameOf: (name) => `Cambiar el nombre de ${name}`,
  passkeyRenamed: 'Nombre cambiado',
  passkeyNotRenamed: 'No se pudo cambiar el nombre',
  passkeySaveName: 'Guardar el nombre',
  passkeyRemove: 'Quitar',
  passkeyRemoveOf: (name) => `Quitar ${name}`,
  passkeyRemoveIt: 'Quitar la llave de acceso',
  passkeyRemoved: 'Llave de acceso quitada',
  keepIt: 'Conservarla',
  secondFactor: 'Aplicación de autenticación',
  secondFactorAbout:
    'Con una aplicación de autenticación en su teléfono, una contraseña robada no basta para iniciar sesión.',
  secondFactorFailed: 'No se pudo cargar su segundo factor',
  secondFactorOn: (left) =>
    `Su inicio de sesión pide un código de su aplicación. Le ${left === 1 ? 'queda 1 código' : `quedan ${left} códigos`} de recuperación.`,
  secondFactorBegin: 'Configurar una aplicación de autenticación',
  secondFactorEnd: 'Desactivarlo',
  secondFactorEnded: 'La aplicación de autenticación está desactivada',
  currentPassword: 'Contraseña actual',
  secondFactorScan:
    'Escanee esto con una aplicación de autenticación y escriba los seis dígitos que muestra.',
  secondFactorQr: 'Código QR para su aplicación de autenticación',
  secondFactorType: '¿Sin cámara? Escriba esta clave en la aplicación:',
  secondFactorCode: 'Código de la aplicación',
  secondFactorConfirm: 'Activarlo',
  secondFactorNotOn: 'No se pudo activar',
  recoveryCodes: 'Sus códigos de recuperación',
  recoveryAbout:
    'Guárdelos donde los encuentre sin su teléfono. Cada uno sirve una vez en lugar de un código. No se muestran otra vez.',
  recoveryCopy: 'Copiar los códigos',
  recoveryKept: 'Ya los guardé',
  gateTitle: 'Un paso más',
  gateSetUp: 'Su trabajo aquí necesita un segundo factor. Configúrelo una vez y siga.',
  gateSignIn: 'Su trabajo aquí necesita su segundo factor. Inicie sesión otra vez y úselo.',
  gateSignInAgain: 'Iniciar sesión otra vez',
  gateSignOut: 'Cerrar sesión',

  keyboard: 'Teclado',
  keysOr: 'o',
  keysFind: 'abre la búsqueda,',
  keysQuick: 'abre las acciones rápidas.',
  singleKeys: 'Abrir cosas con una sola tecla',
  singleKeysAbout:
    'Sin esto, / y Shift+K no hacen nada en este dispositivo. Desactívelo si dicta o toca teclas sin querer.',

  addresses: 'Direcciones',
  addressesAbout:
    'Los servicios se hacen en la dirección predeterminada, a menos que haya acordado otra.',
  addressesFailed: 'No se pudieron cargar las direcciones',
  noAddress: 'Todavía no hay ninguna dirección.',
  addAddress: 'Agregar dirección',
  removeTitle: (label) => `¿Quitar ${label ?? 'esta dirección'}?`,
  removeFailed: 'No se pudo quitar la dirección',
  addressRemoved: 'Dirección quitada',
  default: 'Predeterminada',
  makeDefault: 'Hacer predeterminada',
  makeDefaultOf: (label) => `Hacer predeterminada ${label}`,
  defaultChanged: 'Se cambió la dirección predeterminada',
  defaultFailed: 'No se pudo cambiar la dirección predeterminada',
  editOf: (label) => `Editar ${label}`,
  removeOf: (label) => `Quitar ${label}`,
  addressSaved: 'Dirección guardada',
  addressAdded: 'Dirección agregada',
  addressSaveFailed: 'No se pudo guardar la dirección',
  addressAddFailed: 'No se pudo agregar la dirección',
  addressName: 'Nombre',
  addressNameAbout: 'Casa, cabaña, oficina',

  leave: (name) => `Dejar ${name}`,
  leaveFailed: 'No se pudo cargar su cuenta',
  leaveAbout: (name) =>
    `Su cuenta con ${name} se cierra cuando ellos lo acepten. Hasta entonces puede retirar la solicitud.`,
  closeAccount: 'Cerrar mi cuenta',
  answered: (name) => `${name} respondió`,
  youAsked: (name) => `Usted pidió a ${name} cerrar su cuenta`,
  sinceThen: (moment) => `Desde el ${moment}. Todo sigue igual hasta que respondan.`,
  takeBack: 'Retirarla',
  takenBack: 'Su cuenta sigue abierta',
  takeBackFailed: 'No se pudo retirar la solicitud',
  requestSent: 'Solicitud enviada',
  leaveTitle: (name) => `¿Dejar ${name}?`,
  askToClose: 'Pedir que cierren mi cuenta',
  stay: 'Quedarme',
  requestFailed: 'No se pudo enviar la solicitud',
  onceAgreed: (name) => `${name} tiene que aceptarlo. Entonces:`,
  consequences: (outlook, dayText) => {
    const { visits, next_visit_on: first, goes_on, visit_today, owed_cents } = outlook
    const { credit_cents, own_cents } = outlook
    const day = first ? dayText(first) : null
    const planned = plural('es', visits, {
      one: `Su próxima visita${day ? `, el ${day},` : ''} no se hará`,
      other: `Sus próximas ${visits} visitas${day ? `, la primera el ${day},` : ''} no se harán`,
    })
    return [
      ...(visits > 0 ? [`${planned}${goes_on ? ', ni las posteriores' : ''}.`] : []),
      ...(visits === 0 && goes_on ? ['No se hará ninguna otra visita.'] : []),
      ...(visit_today ? ['La visita de hoy sigue en la agenda.'] : []),
      owed_cents > 0
        ? `Todavía debe ${formatCents(owed_cents)}; puede pagar sus facturas aquí.`
        : 'No debe nada.',
      ...(credit_cents > 0
        ? [
            `Su crédito sin usar de ${formatCents(credit_cents)} solo paga facturas de esta empresa.`,
          ]
        : []),
      ...(own_cents > 0
        ? [
            `Tienen ${formatCents(own_cents)} de su propio dinero como crédito: pídales que se lo devuelvan.`,
          ]
        : []),
      ...(outlook.has_autopay ? ['Se desactiva el pago automático.'] : []),
      'Todavía podrá ver su historial.',
    ]
  },
  whyLeave: '¿Por qué se va?',
  whyLeaveAbout: 'Opcional. La empresa lo lee.',

  alreadyYours: 'Ya es cliente',
  organizationFailed: 'No se pudo cargar su empresa',
  others: 'Sus otras empresas',
  goTo: (name) => `Ir a ${name}`,
  selectFailed: 'No se pudo elegir la empresa',
  find: 'Buscar otra empresa',
  findAbout: 'Una empresa por cada ramo. Sigue siendo cliente de las que ya tiene.',
  industry: industryName,
  industryField: 'Ramo',
  chooseOne: 'Elija uno',
  chooseIndustry: 'Elija un ramo para buscar',
  nameOrCity: 'Nombre o ciudad',
  search: 'Buscar',
  searchFailed: 'No se pudo buscar',
  noneFound: 'No se encontró ninguna empresa',
  noneFoundText: 'Pruebe con otro ramo o con menos palabras.',
  found: 'Empresas encontradas',
  joinTitle: (name) => `¿Quiere ser cliente de ${name}?`,
  joinShares: (name) =>
    `${name} verá su nombre, su correo electrónico y su teléfono. No verá sus direcciones, sus formas de pago ni sus otras empresas.`,
  joinThen: (name) =>
    `${name} se comunicará con usted sobre el trabajo. Puede cambiar de una empresa a otra cuando quiera.`,
  join: 'Compartir y continuar',
  choose: 'Elegir',
  chooseOf: (name) => `Elegir ${name}`,
  goThere: 'Ir allí',

  agreed: (business) =>
    `${business} lee sus preferencias y acuerda con usted cualquier cambio de sus visitas.`,
  servicesFailed: 'No se pudieron cargar los servicios',
  preferencesFailed: 'No se pudieron cargar las preferencias',
  servicePreferences: 'Servicios que desea',
  preferencesNotSaved: 'No se pudieron guardar las preferencias',
  availableDays: 'Días disponibles',
  daysNotSaved: 'No se pudieron guardar los días',
  anyDay: 'Ningún día elegido: cualquier día de lunes a viernes está bien.',
  daysOf7: (count) => `${count} de 7 días`,
  howOften: 'Frecuencia',
  frequencyNotSaved: 'No se pudo guardar la frecuencia',
}
