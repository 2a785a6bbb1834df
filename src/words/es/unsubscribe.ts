import type { Switched } from '../../domain/messages/message-kinds.ts'
import type { unsubscribe as en } from '../en/unsubscribe.ts'

const sorts: Record<Switched, string> = {
  email_general: 'correos sobre visitas y solicitudes',
  billing_alerts: 'recordatorios de pago y avisos de pagos fallidos y tarjetas por vencer',
  product_updates: 'novedades del producto',
  invoice_email: 'facturas por correo electrónico',
  reminders: 'recordatorios de visitas',
  offers: 'ofertas y solicitudes de reseñas',
}
const sort = (off: Switched): string => sorts[off]
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const unsubscribe: typeof en = {
  link: (off) => (off === 'offers' ? 'Cancelar la suscripción' : `No recibir más ${sort(off)}`),
  title: 'Cancelar la suscripción',
  ask: (off, business) => `¿Desea dejar de recibir ${sort(off)} de ${business}?`,
  stop: 'Dejar de recibir',
  done: 'Suscripción cancelada',
  off: (off, business) =>
    `${capital(sort(off))} de ${business}: desactivado. Todo lo demás sigue igual.`,
  back: 'Para volver a recibirlos, presione el botón, ahora o cuando abra este enlace otra vez.',
  resume: 'Activar de nuevo',
  resumed: 'Activado de nuevo',
  on: (off, business) => `Usted recibe otra vez ${sort(off)} de ${business}.`,
  lost: 'Este enlace ya no es válido.',
}
