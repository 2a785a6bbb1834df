import type { calendarWords as en } from '../en/calendar.ts'

export const calendarWords: typeof en = {
  title: 'Calendario en su teléfono',
  about:
    'Cree un enlace y agréguelo al calendario de su teléfono o computadora. Así verá sus visitas y todos los cambios, por lo general en pocas horas. Quien tenga el enlace ve lo mismo, así que no lo comparta.',
  failed: 'No se pudieron cargar sus calendarios',
  names: {
    schedule: 'Toda la agenda',
    own_teams: 'El trabajo de su equipo',
    own_visits: 'Sus visitas',
  },
  team: (name) => `Solo ${name}`,
  make: 'Crear un enlace',
  makeFor: (what) => `Crear un enlace: ${what}`,
  linkOf: (what) => `Enlace: ${what}`,
  add: 'Agregar a mi calendario',
  copy: 'Copiar el enlace',
  renew: 'Enlace nuevo',
  renewTitle: '¿Crear un enlace nuevo?',
  renewAbout:
    'Los calendarios que usan el enlace anterior dejan de recibir cambios. Agregue el nuevo al suyo.',
  end: 'Anular el enlace',
  endTitle: '¿Anular este enlace?',
  endAbout: 'Los calendarios que lo usan dejan de recibir cambios.',
  made: 'El enlace está listo',
  ended: 'El enlace quedó anulado',
  notMade: 'No se pudo crear el enlace',
  notEnded: 'No se pudo anular el enlace',
  readAt: (when) => `Leído por última vez: ${when}`,
  notRead: 'Ningún calendario lo ha leído todavía',
}
