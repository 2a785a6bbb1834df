import type { extraWords as en } from '../en/extra-work.ts'

export const extraWords: typeof en = {
  title: (name) => `Trabajo extra: ${name}`,
  about: 'La oficina le pone precio antes de cobrarlo. No acuerde usted un precio.',
  what: '¿Qué pidió el cliente?',
  choose: 'Elija…',
  other: 'Otra cosa',
  describe: 'Qué se hizo',
  example: 'Por ejemplo: recorte del seto',
  quantity: 'Cuántos',
  note: 'Nota para la oficina',
  save: 'Agregar',
  chooseFirst: 'Elija qué se hizo.',
  sayWhat: 'Diga qué se hizo.',
  badQuantity: 'Escriba un número mayor que cero, con dos decimales como máximo.',
  undoOf: (what) => `Deshacer: ${what}`,
  added: 'Hasta ahora',
  line: (what) => `Extra: ${what}`,
  state: (state, reason) =>
    state === 'rejected'
      ? `no se cobra: ${reason ?? ''}`
      : state === 'confirmed'
        ? 'confirmado por la oficina'
        : 'espera a la oficina',
}
