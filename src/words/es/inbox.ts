import type { inboxWords as english } from '../en/inbox.ts'

export const inboxWords: typeof english = {
  onHold: 'Los mensajes de texto a este número están en espera',
  onHoldAbout:
    'Pidió con sus propias palabras no recibir más mensajes de texto. Hasta que usted decida, los avisos van por correo electrónico.',
  mayWantNone: 'Puede estar pidiendo que no le manden más mensajes de texto',
  mayWantNoneAbout:
    'Los mensajes de texto siguen llegando a este número. Lea lo que escribió y decida.',
  stopTexts: 'Dejar de mandarlos',
  resumeTexts: 'Volver a mandarlos',
  keepTexting: 'Seguir mandándolos',
}
