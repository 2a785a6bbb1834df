import type { charging as en } from '../en/charging.ts'

export const charging: typeof en = {
  when: (day) =>
    day === null ? 'se cobra después de cada servicio' : `se cobra el día ${day} del mes`,
  explained: (day) =>
    day === null
      ? 'Se cobra después de cada servicio. Las demás facturas se cobran cuando vencen.'
      : `Se cobra el día ${day} del mes.`,
  choice: (day) => (day === null ? 'Después de cada servicio' : `El día ${day} del mes`),
}
