import { productName } from '../../domain/text.ts'
import type { ui as en } from '../en/ui.ts'

export const ui: typeof en = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  dismiss: 'Cerrar aviso',
  retry: 'Reintentar',
  undo: 'Deshacer',
  reload: 'Recargar',
  loading: 'Cargando…',
  loadMore: 'Ver más',
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'No se pudo copiar. Seleccione el texto y cópielo.',
  discardTitle: '¿Descartar lo que escribió?',
  discardText: 'No se ha guardado.',
  keepEditing: 'Seguir editando',
  discard: 'Descartar',
  sessionEnded:
    'Su sesión terminó. Inicie sesión de nuevo en otra pestaña y siga aquí: lo que escribió se conserva.',
  logIn: 'Iniciar sesión',
  noEditor: 'No se pudo abrir el formulario',
  updated: `No se pudo abrir el formulario. Es posible que ${productName} se haya actualizado: guarde lo que escribió y recargue la página.`,
  street: 'Calle y número',
  zip: 'Código postal',
  city: 'Ciudad',
  state: 'Estado',
  zipLost: 'No se encontró el código postal. Escriba la ciudad y el estado.',
  noZone: 'No existe esa zona',
  zonesHere: 'Estados Unidos',
  zonesElsewhere: 'Otros lugares',
}
