import type { CommandKind } from '../../domain/flows/crew-command.ts'
import { durationText } from '../../domain/schedule/shift.ts'
import { plural } from '../plural.ts'
import type { leftWords as en } from '../en/left.ts'

const many = (count: number, one: string, other: string) =>
  `${count} ${plural('es', count, { one, other })}`

const did: Record<CommandKind, string> = {
  en_route: 'En camino',
  undo_en_route: 'Al final no va en camino',
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

const offText = (minutes: number): string =>
  minutes < 2 * dayMinutes
    ? durationText(minutes)
    : many(Math.round(minutes / dayMinutes), 'día', 'días')
const dayMinutes = 24 * 60

export const leftWords: typeof en = {
  title: 'Sin enviar',
  list: 'Lo que falta enviar',
  count: (changes, photos) => {
    const parts = [
      changes && many(changes, 'cambio', 'cambios'),
      photos && many(photos, 'foto', 'fotos'),
    ].filter(Boolean)
    return `${parts.join(' y ')} de este teléfono ${changes + photos === 1 ? 'no se ha enviado' : 'no se han enviado'} todavía.`
  },
  untilCrew:
    'No se pierde nada: se envía por sí solo cuando pueda volver a iniciar sesión aquí como parte de un equipo. Si es urgente, léale la lista a su oficina.',
  untilOpen:
    'No se pierde nada: se envía por sí solo cuando vuelva a tener acceso. Si es urgente, léale la lista a su oficina.',
  untilSignal:
    'No se pierde nada: se envía por sí solo en cuanto haya conexión. Si es urgente, léale la lista a su oficina.',
  dayNotHere: 'Su día no está en este teléfono.',
  clockOff: (minutes) =>
    `El reloj de este teléfono está ${minutes > 0 ? 'adelantado' : 'atrasado'} ${offText(Math.abs(minutes))}. Los días y las horas de aquí son correctos.`,
  elsewhere: (count) =>
    `${many(count, 'cambio', 'cambios')} de este teléfono ${count === 1 ? 'es' : 'son'} de otro negocio. Cambie a ese negocio para ${count === 1 ? 'enviarlo' : 'enviarlos'}.`,
  byOthers: (count) =>
    `${many(count, 'cambio', 'cambios')} de otra persona ${count === 1 ? 'espera' : 'esperan'} en este teléfono; se envían cuando esa persona inicie sesión aquí.`,
  did: (kind) => did[kind as CommandKind] ?? 'Otra cosa',
  photo: 'Foto',
  signature: 'Firma',
}
