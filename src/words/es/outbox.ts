import type { CommandKind } from '../../domain/crew-command.ts'
import type { CrewReportReason } from '../../domain/crew-report.ts'
import { plural } from '../plural.ts'
import type { outbox as en } from '../en/outbox.ts'

const many = (count: number, one: string, other: string) =>
  `${count} ${plural('es', count, { one, other })}`

const keptBecause: Record<CrewReportReason, string> = {
  cancelled: 'Esta visita se canceló mientras tanto.',
  paused: 'Este trabajo se puso en pausa mientras tanto.',
  gone: 'Esta visita ya no está en la agenda.',
  not_theirs: 'Esta visita ya no es de su equipo.',
  not_allowed: 'Ahora solo los encargados pueden terminar visitas.',
  refused: 'No se pudo registrar.',
  too_old: 'Se envió más de tres días después.',
  unreadable: 'No se pudo leer.',
}

const did: Record<CommandKind, string> = {
  en_route: 'En camino',
  start: 'Comenzado',
  finish: 'Terminado',
  undo: 'Abierto de nuevo',
  not_done: 'No se pudo hacer',
  undo_not_done: 'Sí se puede hacer',
  note: 'Nota',
  tick: 'Lista de tareas',
  apply_product: 'Producto aplicado',
  void_product: 'Registro de producto anulado',
  extra_work: 'Trabajo extra',
  undo_extra: 'Trabajo extra deshecho',
  clock_in: 'Entrada',
  clock_out: 'Salida',
  break_start: 'Inicio del descanso',
  break_end: 'Fin del descanso',
}

export const outbox: typeof en = {
  keptHere: 'Guardado en este teléfono. Se envía cuando vuelva a tener conexión.',
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
  leftTitle: 'Sin enviar',
  leftList: 'Lo que falta enviar',
  left: (changes, photos) => {
    const parts = [
      changes && many(changes, 'cambio', 'cambios'),
      photos && many(photos, 'foto', 'fotos'),
    ].filter(Boolean)
    return `${parts.join(' y ')} de este teléfono ${changes + photos === 1 ? 'no se ha enviado' : 'no se han enviado'} todavía.`
  },
  leftUntilCrew:
    'No se pierde nada: se envía por sí solo cuando pueda volver a iniciar sesión aquí como parte de un equipo. Si es urgente, léale la lista a su oficina.',
  leftUntilOpen:
    'No se pierde nada: se envía por sí solo cuando vuelva a tener acceso. Si es urgente, léale la lista a su oficina.',
  leftElsewhere: (count) =>
    `${many(count, 'cambio', 'cambios')} de este teléfono ${count === 1 ? 'es' : 'son'} de otro negocio. Cambie a ese negocio para ${count === 1 ? 'enviarlo' : 'enviarlos'}.`,
  leftByOthers: (count) =>
    `${many(count, 'cambio', 'cambios')} de otra persona ${count === 1 ? 'espera' : 'esperan'} en este teléfono; se envían cuando esa persona inicie sesión aquí.`,
  did: (kind) => did[kind as CommandKind] ?? 'Otra cosa',
  photo: 'Foto',
  signature: 'Firma',
  onePress: 'Lo que hizo',
  keptForOffice: (label, reason) =>
    `${label}: ${keptBecause[reason]} Su trabajo queda guardado; la oficina lo sabe.`,
  clockedIn: 'Entrada registrada',
  clockedOut: 'Salida registrada',
  breakStarted: 'Descanso iniciado',
  breakEnded: 'Descanso terminado',
  notDoneSent: 'La oficina busca otro día',
  extraSent: 'Agregado. La oficina le pone precio.',
  extraTakenBack: 'Deshecho',
  noteSent: 'Nota guardada',
  productSent: 'Registrado',
  productVoided: 'Anulado. La oficina lo ve con su motivo.',
}
