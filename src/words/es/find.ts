import type { findWords as en } from '../en/find.ts'

export const findWords: typeof en = {
  what: 'Nombre, correo, teléfono o dirección',
  found: 'Clientes encontrados',
  retry: 'Reintentar',
  failed: 'No se pudieron cargar los clientes',
  noAddress: 'Sin dirección',
  hint: 'Escriba parte de un nombre, dirección o número. No importan los errores.',
  looking: 'Buscando…',
  none: (typed) => `No se encontró a nadie con “${typed}”.`,
  first: (count) => `Los primeros ${count}. Escriba más para encontrar otros.`,
  count: (count) => (count === 1 ? 'Un cliente' : `${count} clientes`),
}
