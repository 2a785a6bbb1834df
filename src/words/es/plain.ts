import type { plainWords as en } from '../en/plain.ts'

export const plainWords: typeof en = {
  failedTitle: 'No se pudo completar',
  tryAgain: 'Reintentar',
  home: 'Inicio',
  contactSupport: 'Contactar a soporte',
  logIn: 'Iniciar sesión',
  logOut: 'Cerrar sesión',
  finishing: 'Terminando el inicio de sesión…',
  preparing: 'Preparando su cuenta…',
  loginFailed: 'No se pudo iniciar sesión.',
  processingFailed: 'No se pudo procesar el inicio de sesión.',
  cannotContinue: (provider) =>
    `No se pudo continuar. Revise en la consola el error de ${provider} (audience / scope).`,
  signInUnreachable:
    'La página de inicio de sesión no responde. Revise su conexión e inténtelo de nuevo.',
  ownerFailed: 'No se pudo preparar su negocio.',
  oneMoreThing: 'Una cosa más',
  whichEmail:
    'Su inicio de sesión no incluyó su correo electrónico. ¿Cuál quiere usar para su negocio?',
  continue: 'Continuar',

  trialTitle: 'Comience su prueba gratis',
  trialAbout: 'No se pide tarjeta de crédito. Configure su negocio en unos minutos.',
  name: 'Su nombre',
  email: 'Correo electrónico del trabajo',
  company: 'Empresa',
  phone: 'Teléfono (opcional)',
  nameMissing: 'Escriba su nombre.',
  emailWrong: 'Escriba un correo electrónico válido.',
  companyMissing: 'Escriba el nombre de su empresa.',
  fixErrors: 'Corrija los errores que se indican abajo.',
  trialFailed: 'No se pudo comenzar la prueba. Inténtelo de nuevo.',
  oneMoment: 'Un momento…',
  startTrial: 'Comenzar la prueba gratis',
  haveAccount: '¿Ya tiene una cuenta?',

  support: 'Ayuda',
  writeTo: 'Escríbanos a',
  supportText:
    'Cuéntenos qué estaba haciendo y, si un mensaje mostraba una referencia, cuál era; respondemos en días hábiles.',
  askBusiness:
    'Si su pregunta es sobre una visita, una factura o un pago, la empresa que lo atiende suele poder ayudarle más rápido: su número de teléfono está en la factura.',
  status: 'Estado:',
  checkingStatus: 'comprobando…',
  isUp: 'nuestro servicio funciona con normalidad.',
  isDown: 'nuestro servicio no responde en este momento. Inténtelo de nuevo en unos minutos.',

  unauthorized: 'Sin acceso. No tiene permiso para ver esta página.',
  signedInAs: (email) => `Inició sesión como ${email}.`,
  goHome: 'Ir a mi página de inicio',
  setUpBusiness: 'Configurar un negocio',

  haveInvitation: 'Tengo una invitación',
  linkOrCode: 'Enlace o código',
  enterInvitation: 'Escriba el enlace o el código de su invitación.',
  openInvitation: 'Abrir la invitación',
}
