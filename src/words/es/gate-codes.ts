import type { gateCodeWords as English } from '../en/gate-codes.ts'

export const gateCodeWords: typeof English = {
  gateCode: 'Código de la puerta',
  show: 'Ver el código de la puerta',
  told: 'El cliente puede ver que lo consultaste.',
  gone: 'Ya no hay código de la puerta.',
  notHere: 'No hay conexión y este teléfono no tiene el código de esta parada.',
  failed: 'No se pudo cargar el código de la puerta',
  yours: 'El código de tu puerta',
  about: (business) =>
    `${business} tiene un código de la puerta de tu casa. Está cifrado. Además de la oficina, solo lo puede ver el equipo de la visita, desde 12 horas antes hasta que la visita termina.`,
  looksFailed: 'No se pudo cargar quién lo consultó',
  nobody: 'Nadie lo ha consultado todavía.',
  whoLooked: 'Quién lo consultó',
  all: 'Ver todo',
  office: 'oficina',
  somebody: 'Alguien',
  lookedAtYours: (who) => `${who} consultó el código de tu puerta`,
  onPhoneYours: (who) => `${who} recibió el código de tu puerta en su teléfono para ese día`,
  looked: (who) => `${who} lo consultó`,
  onPhone: (who) => `${who} lo recibió en su teléfono para ese día`,
  exported: (who) => `${who} lo exportó`,
  exportedYours: (who) => `${who} exportó el código de tu puerta`,
  forVisit: (day) => `visita del ${day}`,
}
