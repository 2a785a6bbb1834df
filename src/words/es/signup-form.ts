import { weekdayName } from '../../domain/base/dates.ts'
import type { signupForm as en } from '../en/signup-form.ts'
import { industryName } from './industries.ts'
import { signupWords } from './signup.ts'

export const signupForm: typeof en = {
  welcome: signupWords.welcome,
  title: 'Registrarse',
  signUpWith: (business) => `Regístrese con ${business}`,
  otherLanguage: 'English',
  legalAndSupport: 'Avisos legales y ayuda',
  terms: 'Términos',
  privacy: 'Privacidad',
  support: 'Ayuda',
  askForLink: 'Pida a la empresa un enlace nuevo o',
  writeToUs: 'escríbanos',
  weHelp: 'y le ayudamos a encontrarlo.',
  thanks: (business) => `¡Gracias! ${business} tiene sus datos y se comunicará con usted.`,
  saveMethod: '¿Quiere guardar ya una forma de pago? Toma un minuto y hoy no se cobra nada.',
  createAccount: 'Crear mi cuenta',
  services: 'Servicios',
  noServices: 'Por ahora no se ofrece ningún servicio.',
  contact: 'Contacto',
  name: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección',
  street: 'Calle',
  city: 'Ciudad',
  state: 'Estado',
  zip: 'Código postal',
  leaveEmpty: signupWords.leaveEmpty,
  submit: 'Enviar',
  note: 'La forma de pago se pide más adelante, nunca aquí. Usted confirma que tiene al menos 18 años.',
  lost: 'La invitación no es válida o venció.',
  organizationLost: signupWords.organizationLost,
  failed: 'No se pudo completar el registro',
  wentWrong: 'Algo salió mal.',

  linkMistyped: 'Es posible que el enlace esté mal escrito. Pida a la empresa el enlace actual.',
  aboutBusiness: (business) => `Servicios, horario y registro de ${business}.`,
  print: 'Imprimir',
  industry: (industry) => (industry === 'Other' ? null : industryName(industry)),
  qrTo: (address) => `Código QR que lleva a ${address}`,
  scan: 'Escanee para registrarse',
  andMore: (count) => `y ${count} más`,
  hours: 'Horario',
  weekday: (weekday) => {
    const name = weekdayName(weekday, 'es')
    return name.charAt(0).toUpperCase() + name.slice(1)
  },
  closed: 'Cerrado',
  insuredBy: (company) => `Asegurado por ${company}`,
}
