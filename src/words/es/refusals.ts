import type { refusalWords as en } from '../en/refusals.ts'
import { doubt } from './doubts.ts'

/** What a refusal says, by its code, whatever its English sentence adds. */
export const byCode: Readonly<Record<string, string>> = {
  account_closed:
    'Su cuenta aquí está cerrada. Todavía puede ver su historial y pagar sus facturas.',
  signed_out_here: 'Este negocio cerró su sesión. Cierre la sesión y vuelva a entrar para abrirlo.',
  already_impersonating: 'Primero termine la sesión actual en nombre de otra persona.',
  already_owner: 'Usted ya tiene un negocio aquí.',
  nothing_paid: 'Todavía no se pagó nada de esta factura.',
  already_paid: 'Ya está pagado',
  link_used: 'Este enlace ya se usó.',
  already_signed_up: 'Este registro ya terminó. Inicie sesión para cambiarlo.',
  amount_too_large: 'El monto es demasiado alto para pagar en línea.',
  amount_changed: 'Lo que debe ha cambiado. Revise el nuevo monto e inténtelo de nuevo.',
  nothing_to_pay: 'No queda nada por pagar.',
  invoice_draft: 'Esta factura aún no está emitida.',
  amount_too_small: 'El monto es demasiado pequeño para pagar en línea.',
  autopay_needs_method:
    'Primero elija otra forma de pago predeterminada o desactive el pago automático.',
  bad_signature: 'La firma no coincide.',
  code_used: 'Este código ya se usó.',
  request_answered: 'Esto ya tiene respuesta.',
  request_overtaken: 'Esta pregunta ya no está vigente. Si hay una nueva, usted tiene su enlace.',
  consent_outdated: 'El texto o un precio cambió desde que lo vio. Léalo de nuevo y acepte.',
  consent_missing: 'Autorice los pagos automáticos para continuar',
  customer_paused: 'El servicio de este cliente está en pausa.',
  email_taken: 'Otra persona ya usa este correo electrónico.',
  second_factor_required:
    'Primero inicie sesión con un segundo factor: configure uno o use el que ya tiene.',
  second_factor_on: 'Ya está activado.',
  owns_business: 'Usted tiene un negocio aquí. Primero cédalo o pida a soporte que lo cierre.',
  platform_staff: 'El personal de la plataforma termina su acceso con un administrador.',
  bills_open: 'Primero hay facturas por pagar. Después se pueden borrar sus datos.',
  prove_it_is_you: 'Primero demuestre que es usted.',
  too_many_numbers: 'Tiene 5 números. Quite uno primero.',
  passkey_refused: 'No se pudo agregar esta llave de acceso. Inténtelo otra vez.',
  mailbox_unproven: 'Primero confirme su correo electrónico: abra el enlace que le enviamos.',
  email_unverified: 'Primero confirme su correo electrónico: abra el enlace que le enviamos.',
  estimate_changed:
    'Los precios cambiaron desde que los leyó. Lea el nuevo presupuesto y acéptelo de nuevo.',
  no_price_yet:
    'Todavía no hay un precio que aceptar. Podrá activar los pagos automáticos cuando lo haya.',
  visit_not_today: 'Esta visita no es de hoy.',
  visit_done: 'La visita terminó, así que su código de la puerta ya no se muestra.',
  gate_code_early: 'Los códigos de la puerta se muestran desde 12 horas antes de la visita.',
  gate_code_unreadable: 'Este código de la puerta no se puede leer. Escríbelo otra vez.',
  no_device: 'Ninguno de sus dispositivos muestra avisos todavía.',
  push_service_unknown:
    'No conocemos el servicio de avisos de este navegador. Use Chrome, Edge, Firefox o Safari.',
  file_not_own: 'Solo la oficina puede quitar lo que agregó otra persona.',
  file_too_large: 'El archivo es demasiado grande.',
  file_too_old: 'Es de un día anterior: solo la oficina puede quitarlo.',
  file_unreadable: 'No se puede leer esta imagen. Tómela de nuevo o elija un JPEG o PNG.',
  visit_files_full: 'Una visita puede tener como máximo 60 fotos.',
  forbidden: 'No tiene acceso a esto.',
  future_visit: 'Esta visita todavía no toca.',
  idempotency_conflict: 'Esto ya se guardó la primera vez. Revíselo antes de cambiarlo.',
  idp_unavailable: 'No se puede iniciar sesión en este momento. Inténtelo de nuevo en un momento.',
  impersonation_denied: 'Esto no se puede hacer en nombre de otra persona.',
  internal: 'Algo salió mal de nuestro lado. Inténtelo de nuevo.',
  invalid: 'Revise los campos marcados.',
  invitation_email_differs: 'No se pudo aceptar la invitación',
  invitation_finished: 'Esta invitación ya se aceptó o se canceló.',
  invitation_invalid: 'La invitación no es válida o venció',
  invoice_closed: 'La factura de esta fecha está cerrada.',
  is_owner_invite: 'Esta es una invitación para crear un negocio.',
  is_staff_invite: 'Esta es una invitación para un equipo.',
  leave_answered: 'Esta solicitud ya tiene respuesta.',
  leave_not_asked: 'Usted no ha pedido cerrar su cuenta.',
  link_expired: 'Este enlace ya no es válido. Guarde la dirección de nuevo para recibir otro.',
  location_in_use: 'Hay servicios programados en esta dirección.',
  malformed: 'No pudimos leer la solicitud.',
  method_not_usable: 'Esta forma de pago todavía no está verificada.',
  next_moves: 'La siguiente visita se cuenta desde el día en que se hace esta.',
  no_organization: 'Primero elija una organización.',
  no_payment_method: 'Agregue una forma de pago antes de activar el pago automático',
  no_recipient: 'Esta invitación no se envió a nadie: muestre su código o copie su enlace.',
  no_team: 'Todavía no tiene un equipo asignado',
  not_found: 'No se encontró.',
  not_ready: 'La organización todavía no puede recibir pagos',
  org_not_charge_ready: 'Los pagos en línea todavía no están activados.',
  organization_inactive:
    'Este negocio está desactivado. El personal solo puede descargar sus datos; comuníquese con soporte.',
  platform_account:
    'Las cuentas propias de Fieldhive no pueden pertenecer a un negocio. Use otro correo electrónico.',
  other_worker: 'Esto se hizo en otro negocio o lo hizo otra persona.',
  other_email: 'Esta invitación se envió a otro correo electrónico.',
  password_elsewhere: 'Su contraseña la guarda el servicio con el que inicia sesión.',
  payment_in_progress: 'Pago en proceso',
  provider_unavailable: 'El servicio de pagos no responde en este momento. Inténtelo de nuevo.',
  rate_limited: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
  read_only: 'La suscripción terminó; el personal solo puede consultar.',
  request_open: 'Hay otra solicitud abierta para esta visita. Primero retírela.',
  request_resolved: 'Esta solicitud ya tiene respuesta.',
  request_withdrawn: 'El cliente retiró esta solicitud.',
  service_paused: 'Su servicio está en pausa. Reanúdelo para pedir una visita.',
  too_many_requests_open:
    'La empresa todavía tiene 3 solicitudes suyas por responder. Retire una para enviar otra.',
  rule_paused: 'Este trabajo está en pausa.',
  same_industry: 'No puede elegir otra organización del mismo ramo.',
  sent_often: 'Esta invitación ya se envió muchas veces. Llame o haga una nueva.',
  signups_closed: 'El registro está cerrado, así que el enlace no llevaría a ninguna parte.',
  sms_sent_once: 'Un mensaje de texto invita una sola vez. Haga otra invitación si se la piden.',
  staff_here:
    'Usted ya trabaja para este negocio y conserva su puesto. Regístrese con otra cuenta para ser su cliente.',
  team_denied: 'Solo puede dar visitas a los equipos que dirige.',
  too_many_locations: 'Ya tiene el máximo de direcciones. Primero quite una que ya no use.',
  unauthenticated: 'Su sesión venció. Inicie sesión de nuevo.',
  unavailable: 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
  undo_expired: 'Ya es tarde para deshacerlo. Pida al dueño que reabra esta visita.',
  unknown_field: 'La solicitud trae un campo desconocido.',
  version_conflict: 'Otra persona cambió esta visita mientras tanto. Revísela de nuevo.',
  visit_cancelled: 'Esta visita está cancelada.',
  visit_in_future: 'Esta visita todavía no toca.',
  visit_in_progress: 'El equipo está trabajando aquí.',
  visit_locked: 'Una visita terminada ya no se cambia.',
  visit_not_cancelled: 'Esta visita no está cancelada.',
  visit_not_completed: 'Esta visita no está terminada.',
  visit_on_hold: 'Esta visita está en espera de una nueva fecha.',
  visit_moved:
    'Esta visita cambió de fecha mientras tanto. Elija entre los días que están libres ahora.',
  day_taken: 'Este día ya no está libre. Elija entre los días que están libres ahora.',
  visit_past: 'Esta fecha ya pasó.',
  visit_paused: 'Esta visita está en pausa.',
  zero_total: 'Terminada (sin cargo)',
}

/** Sentences said at fields, and those of refusals whose code has several. */
export const bySentence: Readonly<Record<string, string>> = {
  'Give the passkey a name': 'Dé un nombre a la llave de acceso',
  'Use at most 100 characters': 'Use como máximo 100 caracteres',
  'Enter how much.': 'Escriba cuánto.',
  'Say what was done.': 'Diga qué se hizo.',
  'Use at most two decimals': 'Use dos decimales como máximo',
  'This is too much.': 'Es demasiado.',
  'Choose days of the week': 'Elija días de la semana',
  'Enter a number.': 'Escriba un número.',
  'Ask for at most 92 days': 'Pida como máximo 92 días',
  'Choose a date that has not passed.': 'Elija una fecha que no haya pasado.',
  'Choose a team.': 'Elija un equipo.',
  'Choose a time or a team': 'Elija una hora o un equipo',
  'Choose an industry to search': 'Elija un ramo para buscar',
  'Choose a day from tomorrow on.': 'Elija un día a partir de mañana.',
  'Choose a day within half a year.': 'Elija un día dentro de los próximos seis meses.',
  'Choose a day on which the business is open.': 'Elija un día en que la empresa trabaja.',
  'Choose a service, or describe what you need': 'Elija un servicio o describa lo que necesita',
  'This service is no longer offered.': 'Este servicio ya no se ofrece.',
  'Choose days on which the business is open.': 'Elija días en los que la empresa trabaja.',
  'Choose a day within a year.': 'Elija un día dentro de un año.',
  'Choose a later day. Visits before it are too close to skip.':
    'Elija un día posterior: las visitas anteriores están demasiado cerca para omitirlas.',
  'Choose what to pause': 'Elija qué poner en pausa',
  'This service is no longer planned.': 'Este servicio ya no está programado.',
  'The pause must end after it begins.':
    'El servicio debe reanudarse después de que empiece la pausa.',
  'Choose dates that have not passed.': 'Elija fechas que no hayan pasado.',
  'Choose one of the services offered.': 'Elija entre los servicios que se ofrecen.',
  'Choose other dates.': 'Elija otras fechas.',
  'City is required': 'Escriba su ciudad',
  'Email is required': 'Escriba su correo electrónico',
  'Enter a non-negative number': 'Escriba un número que no sea negativo',
  'Enter a real date as YYYY-MM-DD': 'Escriba una fecha real',
  'Enter a time as HH:MM': 'Escriba una hora como 9:30',
  'Enter a time like 9:30 AM': 'Escriba una hora como 9:30 AM',
  'Enter a valid 5-digit ZIP': 'Escriba un código postal de 5 dígitos',
  'Enter a valid email': 'Escriba un correo electrónico válido',
  'Enter a valid email address.': 'Escriba un correo electrónico válido.',
  'Enter a valid phone number': 'Escriba un número de teléfono válido',
  'A US phone number has 10 digits. Begin any other with +.':
    'Un número de teléfono de EE. UU. tiene 10 dígitos. Empiece cualquier otro con +.',
  'Enter your city': 'Escriba su ciudad',
  'Enter your company/organization name': 'Escriba el nombre de su empresa u organización',
  'Leave web addresses out of the name': 'Quite las direcciones web del nombre',
  'Enter your street address': 'Escriba su calle y número',
  'Enter the code': 'Escriba el código',
  'Enter your current password': 'Escriba su contraseña actual',
  'Invoice not found': 'No se encontró la factura',
  'This code is wrong, or too old. Type the one your app shows now.':
    'Este código no es correcto o ya venció. Escriba el que su aplicación muestra ahora.',
  'This is not your current password.': 'Esta no es su contraseña actual.',
  'Not a payment method': 'No es una forma de pago',
  'Not a rule or visit id': 'No es una visita',
  'Not a setup intent': 'No es una configuración de pago',
  'Not a visit id': 'No es una visita',
  'Not a valid id': 'No es un identificador válido',
  'Only the office can assign a whole series to another team.':
    'Solo la oficina pasa una serie completa a otro equipo.',
  'Please check the marked fields.': 'Revise los campos marcados.',
  'The bank took back what was paid on this invoice.':
    'El banco retiró lo que se pagó de esta factura.',
  'Nothing was paid on this invoice yet.': 'Todavía no se ha pagado nada de esta factura.',
  'Please complete street, city, state, and ZIP.':
    'Complete la calle, la ciudad, el estado y el código postal.',
  'Say why it is on hold.': 'Diga por qué está en espera.',
  'That was more than three days ago.': 'Eso fue hace más de tres días.',
  'The date of this request has passed.': 'La fecha de esta solicitud ya pasó.',
  'The demo world is being prepared. Please try again in a moment.':
    'Se está preparando la demostración. Inténtelo de nuevo en un momento.',
  'The last date is before the first': 'La última fecha es anterior a la primera',
  'This account was deactivated. Please ask your organization.':
    'Esta cuenta se desactivó. Pregunte a su organización.',
  'This date has passed — reschedule instead.': 'Esta fecha ya pasó; reprograme la visita.',
  'This is required.': 'Este campo es obligatorio.',
  'This amount is too high.': 'Este monto es demasiado alto.',
  'This page no longer exists.': 'Esta página ya no existe.',
  'This visit is cancelled — cannot reschedule.':
    'Esta visita está cancelada; no se puede reprogramar.',
  'This visit is on hold — schedule it first.':
    'Esta visita está en espera; primero póngala en un día.',
  'This visit is paused — end the pause first.':
    'Esta visita está en pausa; primero termine la pausa.',
  'This visit is already being rescheduled. We will let you know the new date.':
    'Esta visita ya se va a reprogramar. Le avisaremos la nueva fecha.',
  'Unknown field.': 'Campo desconocido.',
  'Unknown time zone': 'Zona horaria desconocida',
  'Enter a tip of $0.00 or more.': 'Escribe una propina de $0.00 o más.',
  'Use 2-letter state code (e.g., NC)': 'Use las 2 letras del estado (p. ej., NC)',
  'Upload a picture instead of an address': 'Suba una foto en lugar de una dirección',
  'Your session expired. Please log in again.': 'Su sesión venció. Inicie sesión de nuevo.',
  'ZIP not found. Please enter city/state.':
    'No se encontró el código postal. Escriba la ciudad y el estado.',
}

/** Sentences with a number in them. */
const withNumber: readonly [RegExp, (number: string) => string][] = [
  [/^Use at most ([\d,]+) characters\.$/, (most) => `Use como máximo ${most} caracteres.`],
  [/^At most ([\d,]+) characters$/, (most) => `Como máximo ${most} caracteres`],
  [/^Use at least ([\d,]+) characters\.$/, (least) => `Use al menos ${least} caracteres.`],
  [/^Enter at most ([\d,]+)\.?$/, (most) => `Escriba como máximo ${most}.`],
  [/^Enter at least (-?[\d,]+)\.?$/, (least) => `Escriba al menos ${least}.`],
]

export const refusalWords: typeof en = {
  say: (sentence, code) =>
    bySentence[sentence] ??
    numbered(sentence) ??
    (code && byCode[code]) ??
    doubt(sentence) ??
    sentence,
}

function numbered(sentence: string): string | undefined {
  for (const [pattern, say] of withNumber) {
    const number = pattern.exec(sentence)?.[1]
    if (number !== undefined) return say(number)
  }
  return undefined
}
