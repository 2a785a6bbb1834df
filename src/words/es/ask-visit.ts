import type { VisitRequestStatus } from '../../domain/schedule/visit-request.ts'
import type { askVisitWords as en } from '../en/ask-visit.ts'

const asked: Record<VisitRequestStatus, string> = {
  requested: 'Espera respuesta',
  scheduled: 'Planeada',
  declined: 'Rechazada',
  withdrawn: 'Retirada',
}

export const askVisitWords: typeof en = {
  title: 'Pedir una visita',
  theBusiness: 'La empresa',
  about: (business) =>
    `${business} le responde con un día o le dice por qué no puede ir. Sus visitas planeadas no cambian.`,
  failed: 'No se pudo cargar el formulario',
  service: 'Servicio',
  choose: 'Elija un servicio',
  somethingElse: 'Otra cosa',
  serviceMissing: 'Elija un servicio u otra cosa',
  where: 'Dirección',
  day: 'Día que le conviene',
  anyDay: 'Cualquier día',
  dayAbout: 'Déjelo vacío si cualquier día le sirve.',
  closedDay: 'La empresa está cerrada ese día',
  note: 'Nota (opcional)',
  describe: '¿Qué necesita?',
  noteMissing: 'Describa lo que necesita',
  left: (characters) => `Quedan ${characters} caracteres`,
  send: 'Enviar solicitud',
  sent: 'Solicitud enviada',
  sendFailed: 'No se pudo enviar la solicitud',
  close: 'Cerrar',

  askedVisits: 'Visitas que pidió',
  asked: (status) => asked[status],
  wishedOn: (day) => `Para el ${day}`,
  plannedOn: (day) => `Planeada para el ${day}`,
  answered: (answer) => `Respuesta: ${answer}`,
}
