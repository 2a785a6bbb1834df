import type { keptWords as en } from '../en/kept.ts'

export const keptWords: typeof en = { newVersion: 'Hay una versión nueva.', reload: 'Actualizar' }
