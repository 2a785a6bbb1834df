import type { laterWords as en } from '../en/crew-later.ts'

export const laterWords: typeof en = {
  longBreak: (time) => `Su descanso lleva ${time}. ¿Terminarlo?`,
  breakEndedEarlier: 'Terminó antes',
  breakEndedWhen: '¿Cuándo terminó su descanso?',
  breakEndedAt: 'Terminó a las',
  breakEndAbout: (time) => `Lleva ${time}. Su oficina ve que puso la hora después.`,
  breakEndWrong: 'Elija una hora entre el inicio de su descanso y ahora.',

  voidProduct: (what) => `Anular ${what}`,
  voidWhys: ['Otro producto', 'Otra cantidad', 'Otro cliente', 'Registrado dos veces'],
  voidAbout:
    'No se borra nada: queda registrado para la oficina y un inspector, marcado como anulado con su motivo. Después regístrelo bien.',
  saveVoid: 'Anular',
}
