import type { CrewReportReason } from '../../domain/flows/crew-report.ts'
import { plural } from '../plural.ts'
import type { outboxWords as en } from '../en/outbox.ts'

const many = (count: number, one: string, other: string) =>
  `${count} ${plural('es', count, { one, other })}`

const keptBecause: Record<CrewReportReason, string> = {
  cancelled: 'Esta visita se canceló mientras tanto.',
  paused: 'Este trabajo se puso en pausa mientras tanto.',
  gone: 'Esta visita ya no está en la agenda.',
  not_theirs: 'Esta visita ya no es de su equipo.',
  not_allowed: 'Ahora solo los encargados pueden terminar visitas.',
  refused: 'No se pudo registrar.',
  too_early: 'Esta visita es de otro día, más adelante.',
  too_old: 'Se envió más de tres días después.',
  unreadable: 'No se pudo leer.',
}

export const outboxWords: typeof en = {
  keptHere: 'Guardado en este teléfono. Se envía cuando vuelva a tener conexión.',
  doneInRow: (count) => `${count} terminadas`,
  sending: 'Enviando…',
  waiting: (changes, photos) => {
    const parts = [
      changes && many(changes, 'cambio', 'cambios'),
      photos && many(photos, 'foto', 'fotos'),
    ].filter(Boolean)
    const waits = plural('es', changes + photos, { one: 'espera', other: 'esperan' })
    return `${parts.join(' y ')} ${waits} conexión.`
  },
  photoRefused: (about, why) => `La foto de ${about} no se aceptó: ${why}`,
  keepPhoto: 'Guardar en este teléfono',
  dropPhoto: 'Descartar',
  notKept:
    'No se guardó: este teléfono no tiene espacio o no deja que esta página guarde nada. Libere espacio e intente de nuevo.',
  onePress: 'Lo que hizo',
  toldAlready: (label: string) =>
    `${label}: ya se le avisó al cliente que usted va en camino. Llámelo si no es así.`,
  keptForOffice: (label, reason) =>
    `${label}: ${keptBecause[reason]} Su trabajo queda guardado; la oficina lo sabe.`,
  clockFailed: 'No se pudo registrar la entrada o la salida',
  clockedIn: 'Entrada registrada',
  clockedOut: 'Salida registrada',
  breakStarted: 'Descanso iniciado',
  breakEnded: 'Descanso terminado',
  notDoneSent: 'La oficina busca otro día',
  extraSent: 'Agregado. La oficina le pone precio.',
  extraTakenBack: 'Deshecho',
  noteSent: 'Nota guardada',
  productSent: 'Registrado',
}
