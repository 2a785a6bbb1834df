import { oneoffsConsent, type SignupStep } from '../../domain/flows/signup.ts'
import type { signupWords as en } from '../en/signup.ts'
import { charging } from './charging.ts'

const failures: Record<SignupStep, string> = {
  email: 'No se pudo guardar el correo electrónico',
  address: 'No se pudo guardar la dirección',
  availability: 'No se pudieron guardar los días',
  services: 'No se pudieron guardar los servicios',
  frequency: 'No se pudo guardar la frecuencia',
  disclosures: 'No se pudieron guardar sus datos',
  postauth_name: 'No se pudieron guardar sus datos',
  postauth_phone: 'No se pudieron guardar sus datos',
}

export const signupWords: typeof en = {
  welcome: '¡Bienvenido a la colmena!',
  createAccount: 'Crear cuenta',
  cardDone:
    'Este paso ya está hecho. Puede agregar o cambiar formas de pago en su cuenta cuando quiera.',
  next: 'Qué sigue',
  hearsBy: (business, day) =>
    `${business} prepara su primer servicio y se comunica con usted a más tardar el ${day}.`,
  addMethod: 'Agregar forma de pago',
  finishSetup: 'Termine su registro',
  yourSignup: 'Su registro',
  allSet: '¡Todo listo!',
  haveAccount: '¿Ya tiene una cuenta?',
  logIn: 'Iniciar sesión',
  step: (at, of) => `Paso ${at} de ${of}`,
  progress: (step) => `Avance de su registro: ${step}`,
  failed: (step) => failures[step],
  notSaved: 'No se pudieron guardar sus datos',
  organizationLost: 'No se encontró la empresa.',
  inviteLost: 'No se encontró la invitación o ya venció',
  askForLink: 'Pida a la empresa un enlace nuevo o escríbanos y le ayudamos a encontrarlo.',
  contactSupport: 'Contactar a soporte',
  noServer: 'No pudimos conectar con el servidor. Inténtelo de nuevo.',
  outOfArea: 'Su dirección está fuera de nuestra zona habitual; le confirmaremos.',
  staff: (business) =>
    `Usted trabaja para ${business} y conserva su puesto aquí. Regístrese con otra cuenta para ser su cliente.`,
  goToDashboard: 'Ir al inicio',
  answersSaved:
    'Sus respuestas están guardadas. Cree su cuenta o inicie sesión para agregar una forma de pago.',
  nextStep: 'Siguiente paso',
  back: 'Atrás',
  leaveEmpty: 'Deje esto vacío',

  emailTitle: '¿Cuál es su correo electrónico?',
  emailAbout: 'Allí le enviamos sus recibos y las novedades de sus servicios.',
  email: 'Correo electrónico',
  signedInWith: 'Inició sesión con esta dirección.',
  addressTitle: '¿A dónde vamos?',
  nameTitle: 'Su nombre',
  nameAbout: 'Opcional. Ayuda al equipo a saludarlo.',
  phoneTitle: 'Número de teléfono',
  phoneForTexts: 'Para los mensajes de texto que pidió.',
  phoneAbout: 'Opcional. Para el equipo, por si no lo encuentra.',
  finish: 'Terminar',

  daysTitle: '¿Qué días le convienen?',
  daysAbout: 'Estos son los días en que abrimos.',
  noHours: (business) =>
    `${business} todavía no publicó su horario. Puede continuar; acordarán el día con usted.`,
  selected: (count, of) => `Elegidos: ${count} / ${of}`,
  selectAll: 'Elegir todos',
  servicesTitle: '¿Qué podemos hacer por usted?',
  estimate: 'Total estimado por visita',
  taxes: 'Pueden aplicarse impuestos y descuentos.',
  taxIncluded: 'Con el impuesto sobre las ventas en su dirección. Pueden aplicarse descuentos.',
  chooseService: 'Elija un servicio o decida más adelante.',
  decideLater: 'Decidir más adelante',
  oftenTitle: '¿Con qué frecuencia?',
  disclosuresTitle: 'Pagos y autorizaciones',
  autocharge: 'Cobrar automáticamente a mi forma de pago guardada después de cada servicio',
  oneoffs: oneoffsConsent('es'),
  disclosure:
    'Al continuar, usted confirma que tiene al menos 18 años. Pueden aplicarse impuestos y descuentos.',
  seeThe: 'Vea los',
  terms: 'Términos',
  andThe: 'y la',
  privacy: 'Política de privacidad',

  checking: 'Verificando el acceso…',
  keepsIt: (business) => `${business} la guarda para sus próximos servicios.`,
  nothingToday: 'Hoy no se cobra nada.',
  capped: (limit) => `Los pagos automáticos tienen un límite de ${limit} por visita.`,
  notNow: 'Ahora no',

  summaryHere: (business) =>
    `Su resumen${business ? ` con ${business}` : ''} aparece aquí cuando termine su registro.`,
  logInToSee: 'Si ya se registró, inicie sesión para verlo.',
  signUp: 'Registrarse',
  thanks: (business) =>
    `Gracias por registrarse${business ? ` con ${business}` : ''}. Se comunicarán con usted para su primer servicio.`,
  nothingLeft: (business) => `Aquí no queda nada por hacer para ${business}.`,
  autopay: 'Pago automático',
  autopayOn: (day) => `Activado; ${charging.when(day)}`,
  autopayLater: 'Autorizado; empieza cuando haya una forma de pago lista',
  off: 'Desactivado',
  estimatedTotal: 'Total estimado de los servicios',
  perVisit: (amount) => `${amount} por visita`,
  yourPage: 'Su página de registro',
  goToAccount: 'Ir a mi cuenta',
  home: 'Inicio',
}
