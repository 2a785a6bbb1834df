import type { kept as en } from '../en/kept.ts'

export const kept: typeof en = { newVersion: 'Hay una versión nueva.', reload: 'Actualizar' }
