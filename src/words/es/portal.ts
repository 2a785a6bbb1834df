import { charging } from './charging.ts'
import { type UpcomingState, deniedReason } from '../../domain/schedule/request.ts'
import { autochargeConsent } from '../../domain/flows/signup.ts'
import { arrivalText } from '../../domain/schedule/visit.ts'
import type { portalWords as en } from '../en/portal.ts'
import { plural } from '../plural.ts'

const states: Partial<Record<UpcomingState, string>> = {
  reschedule_requested: 'Cambio de fecha solicitado',
  cancel_requested: 'Cancelación solicitada',
  rescheduled: 'Reprogramado',
  on_the_way: 'En camino',
  held: 'En espera: pago',
  completed: 'Terminado',
  paused: 'En pausa',
  to_be_rescheduled: 'Por reprogramar',
  cancelled: 'Cancelado',
}
const closed: Readonly<Record<string, string>> = {
  completed: 'la visita ya se hizo',
  cancelled: 'la visita ya se canceló',
}

export const portalWords: typeof en = {
  title: 'Mi portal',
  theBusiness: 'la empresa',
  theBusinessFirst: 'La empresa',
  allSet: '¡Todo listo!',
  signupComplete: 'Su registro está completo.',
  seeSummary: 'Ver el resumen',

  chargeFailed: (amount) => `Su pago de ${amount} no se pudo cobrar`,
  bankReturned: (amount) => `Su banco le devolvió un pago: debe otra vez ${amount}`,
  chargeFailedText: (number) =>
    `La factura #${number} no está pagada. Páguela ahora con esta u otra tarjeta.`,
  pay: (amount) => `Pagar ${amount}`,
  payFailed: 'No se pudo abrir la página de pago',
  balance: (amount) => (amount ? `${amount} por pagar` : 'Nada por pagar'),
  autopayOn: (day) => `El pago automático está activado. ${charging.explained(day)}`,
  call: (phone) => `Llamar al ${phone}`,
  writeTo: 'Escribir un correo',
  lastVisit: 'Última visita',
  fromTheCrew: 'Del equipo',
  itsInvoice: 'Factura',
  comingNow: 'El equipo va en camino hacia usted',
  atWork: 'El equipo está trabajando',
  hearsBy: (business, day) =>
    `${business} recibió su registro y prepara su primer servicio. Le responderá a más tardar el ${day}.`,
  notHeard: (business) =>
    `${business} recibió su registro y prepara su primer servicio. Llame o escriba si todavía no le han respondido.`,
  heldTitle: 'Sus visitas están en espera',
  heldText: (amount) =>
    `${amount} están vencidos. Cuando esté pagado, sus visitas continúan solas; no se canceló nada.`,
  payOverdue: 'Pagar',

  upcoming: 'Próximos servicios',
  upcomingFailed: 'No se pudieron cargar los próximos servicios',
  seeLater: 'Ver más adelante',
  toCalendar: 'Ver en mi calendario',
  nothingPlanned: 'No hay nada programado',
  noServices: (days) => `No hay servicios en los próximos ${days} días.`,
  moreUpcoming: 'Más adelante',
  state: (state) => states[state],
  unscheduled: 'Sin hora fija',
  arrival: (start_minutes, window_minutes) => arrivalText(start_minutes, window_minutes, 'es'),
  nextService: (service, day) => `Próximo servicio: ${service}, ${day}`,
  movedFrom: (day) => `Antes: ${day}`,
  denied: (visit) => {
    const denied = deniedReason(visit)
    if (!denied) return null
    const { reason } = denied
    return `No fue posible atender su última solicitud${reason ? `: ${closed[reason] ?? reason}` : '.'}`
  },
  askReschedule: 'Pedir otra fecha',
  requestSent: 'Solicitud enviada',
  cancel: 'Cancelar',
  withdraw: 'Retirar la solicitud',
  withdrawn: 'Solicitud retirada',
  requestFailed: 'No se pudo enviar la solicitud',

  datesFailed: 'No se pudieron cargar los días libres',
  movesAtOnce: 'Elija otro día: la visita cambia de inmediato.',
  openDays: 'Días libres',
  crewNearby: 'Equipo cerca',
  moreDays: (count) =>
    plural('es', count, { one: 'Ver un día más', other: `Ver ${count} días más` }),
  pickFirst: 'Elija un día',
  moveVisit: 'Cambiar la visita',
  moveTo: (day) => `Cambiar al ${day}`,
  movedTo: (day) => `Nueva fecha: ${day}`,
  moveFailed: 'No se pudo cambiar la fecha',
  noneSuits: 'Ninguno de estos días me conviene',

  otherDate: (business) => `${business} le responderá con otra fecha.`,
  daysThatSuit: (most) => `Días que le convienen, hasta ${most} (opcional)`,
  note: 'Nota',
  noteAbout: (left) =>
    `¿Algo más que deban saber? Opcional. Le ${plural('es', left, { one: 'queda 1 carácter', other: `quedan ${left} caracteres` })}`,
  noteTooLong: (most) => `Como máximo ${most} caracteres`,
  sendRequest: 'Enviar solicitud',

  cancelled: 'Servicio cancelado',
  cancelTitle: '¿Cancelar este servicio?',
  cancelNow: 'Cancelar el servicio',
  cancelAsk: 'Pedir la cancelación',
  keepIt: 'Conservarlo',
  cancelFailed: 'No se pudo cancelar el servicio',
  cancelNowText: 'Se cancela de inmediato. Los servicios siguientes quedan como están.',
  cancelAskText: (business) =>
    `Falta poco para que empiece, así que esto es una solicitud: ${business} tiene que aceptarla.`,
  sinceBefore: (hours) =>
    `Usted puede cancelar por su cuenta hasta ${plural('es', hours, { one: 'una hora', other: `${hours} horas` })} antes de una visita.`,

  askVisit: 'Pedir una visita',

  skip: 'Omitir esta visita',
  skipTitle: '¿Omitir esta visita?',
  skipNow: 'Omitir la visita',
  skipAsk: 'Pedir que se omita',
  skipped: 'Visita omitida',
  skipNowText: 'Se omite de inmediato y no se le cobra. Las visitas siguientes quedan como están.',
  untilBefore: (hours) =>
    hours === 0
      ? 'Puede hacerlo hasta que empiece.'
      : `Puede hacerlo hasta ${plural('es', hours, { one: 'una hora', other: `${hours} horas` })} antes de que empiece; después puede pedirlo.`,

  paused: ({ from, until }) =>
    `En pausa${from ? ` desde el ${from}` : ''}${until ? ` hasta el ${until}` : ''}`,
  businessClosed: (business) =>
    `${business} no trabaja por el momento, así que no hay nada programado. Todavía puede ver su historial y pagar sus facturas.`,
  goOnThen: 'Sus servicios se reanudan solos ese día.',
  restUntilResumed: 'Sus servicios quedan en pausa hasta que usted o la oficina los reanuden.',
  pauseOpen: 'Poner en pausa mi servicio',
  pauseTitle: 'Poner su servicio en pausa',
  pauseNow: 'Poner en pausa',
  pauseWhich: 'Qué poner en pausa',
  pauseWhat: 'Elija qué poner en pausa',
  pauseFrom: 'En pausa desde',
  pauseFromMissing: 'Elija el primer día de la pausa',
  pauseHowLong: 'Cuánto tiempo',
  pauseWeeks: (weeks) => (weeks === 1 ? '1 semana' : `${weeks} semanas`),
  pauseUntil: 'Reanudar el',
  pauseUntilMissing: 'Elija el día en que se reanuda su servicio',
  pauseAbout: (day) =>
    `Mientras tanto no va nadie y no se le cobra. ${day ? `Su servicio se reanuda solo el ${day}` : 'Su servicio se reanuda solo ese día'}; aquí puede reanudarlo antes.`,
  pausedDone: 'Su servicio está en pausa',
  pauseFailed: 'No se pudo poner en pausa su servicio',
  resume: 'Reanudar ahora',
  resumed: 'Sus servicios se reanudaron',
  resumeFailed: 'No se pudieron reanudar sus servicios',

  recentInvoices: 'Facturas recientes',
  allInvoices: 'Todas las facturas',
  invoicesFailed: 'No se pudieron cargar las facturas',
  statement: 'Estado de cuenta',
  statementFailed: 'No se pudo crear el estado de cuenta. Inténtelo de nuevo.',
  noInvoices: 'Todavía no hay facturas',
  noInvoicesText: 'Después de cada servicio, su factura aparece aquí.',
  invoicesAbout: 'Sus facturas y recibos',

  refer: 'Recomiéndenos a un amigo',
  referText: (business) =>
    `¿Conoce a alguien a quien le serviría ${business ?? 'nuestro trabajo'}? Se registra con su enlace y se cuenta aquí después de su primera visita.`,
  copyLink: 'Copiar enlace',
  share: 'Compartir',
  signUp: 'Registrarse',
  friends: (count) =>
    count === 0
      ? 'Todavía no ha venido nadie con su enlace.'
      : plural('es', count, {
          one: 'Un amigo ha venido con su enlace.',
          other: `${count} amigos han venido con su enlace.`,
        }),

  credits: 'Sus créditos',
  creditsLeft: (amount) => `Le quedan ${amount}. Pagan sus próximas facturas por sí solos.`,
  creditsUsed: 'No queda nada',
  creditUsed: (amount) => `${amount} usados`,
  creditPaidBack: (amount) => `${amount} devueltos a usted`,
  paymentsAbout: 'Sus formas de pago y el pago automático',
  methods: 'Formas de pago',
  methodsFailed: 'No se pudieron cargar los datos de pago',
  noMethods: 'Todavía no hay ninguna forma de pago',
  noMethodsText: 'Guarde una tarjeta o una cuenta bancaria para pagar sin escribirla otra vez.',
  whoKeeps: (business) =>
    `${business} recibe sus pagos. El número de su tarjeta lo guarda el proveedor de pagos, nunca nosotros. Una cuenta bancaria es lo que menos le cuesta a ${business}.`,
  notReady: 'La empresa todavía no puede recibir pagos',
  addMethod: 'Agregar forma de pago',
  addMethodFailed: 'No se pudo empezar a agregar la forma de pago',
  cardFormFailed: 'No se pudo abrir el formulario seguro de la tarjeta',
  asDefault: 'Usarla como predeterminada',
  savedNotDefault: 'Se guardó, pero no quedó como predeterminada',
  removeTitle: '¿Quitar esta forma de pago?',
  remove: 'Quitar',
  removeOf: (method) => `Quitar ${method}`,
  removeText: (method) => `Ya no se podrá cobrar a ${method}.`,
  removed: 'Forma de pago quitada',
  removedAndNext: (next) => `Forma de pago quitada. Ahora se usa ${next}.`,
  removeFailed: 'No se pudo quitar la forma de pago',
  default: 'Predeterminada',
  makeDefault: 'Hacer predeterminada',
  makeDefaultOf: (method) => `Hacer predeterminada ${method}`,
  defaultChanged: 'Se cambió la forma de pago predeterminada',
  defaultFailed: 'No se pudo cambiar la forma de pago predeterminada',
  beingVerified: 'En verificación',
  expires: (when) => `Vence ${when}`,
  onProvider: 'Administrar en Stripe',
  onProviderFailed: 'No se pudo abrir la página del proveedor de pagos',

  autopay: 'Pago automático',
  autopayFailed: 'No se pudieron cargar los datos de facturación',
  autopaySwitch: 'Pagar mis facturas automáticamente',
  autopayEnding: 'Los cobros ya iniciados se completan; no se inician otros.',
  autopayNeedsMethod: 'Agregue una forma de pago antes de activar el pago automático',
  chargeDay: 'Día de cobro',
  charging: charging.explained,
  nextCharge: (day) => `Próximo: ${day}`,
  chargeChoice: charging.choice,
  consent: (organization, limit) => autochargeConsent({ organization, limit }, 'es'),
  limitOutgrown: (limit) =>
    `Usted aceptó hasta ${limit} por visita. El trabajo previsto cuesta ahora más: hasta que acepte, recibe un enlace para pagar.`,
  oneoffs: 'También para servicios de una sola vez',
  authorize: 'Autorizo los pagos automáticos',
  authorizedOn: (day) => `Usted autorizó esto el ${day}.`,
  emailInvoices: 'Enviarme mis facturas por correo electrónico',
  save: 'Guardar',
  saved: 'Guardado',
  saveFailed: 'No se pudo guardar',
}
