import type { PictureFault } from '../../domain/base/file.ts'
import { productName } from '../../domain/base/text.ts'
import type { uiWords as en } from '../en/ui.ts'

const photoFaults: Record<PictureFault, string> = {
  heic: 'este navegador no lee HEIC. Elija «Más compatible» en la cámara o use Tomar foto.',
  too_large: 'este archivo es demasiado grande. Tome la foto de nuevo o elija una más pequeña.',
  unreadable: 'no es una imagen que podamos leer. Elija un JPEG o PNG.',
}

export const uiWords: typeof en = {
  cancel: 'Cancelar',
  close: 'Cerrar',
  dismiss: 'Cerrar aviso',
  retry: 'Reintentar',
  undo: 'Deshacer',
  undoLast: 'Deshacer la última',
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
  zipElsewhere: (state) =>
    `Este código postal es de ${state}. Revise el código postal y el estado.`,
  noZone: 'No existe esa zona',
  zonesHere: 'Estados Unidos',
  zonesElsewhere: 'Otros lugares',
  noTime: 'No existe esa hora',
  clearDate: 'Borrar la fecha',
  calendarOf: (label) => `${label}: calendario`,
  calendarPages: {
    previousMonth: 'Mes anterior',
    nextMonth: 'Mes siguiente',
    previousYear: 'Año anterior',
    nextYear: 'Año siguiente',
    previousDecade: 'Década anterior',
    nextDecade: 'Década siguiente',
  },
  noOrganization: 'No hay ninguna organización elegida',
  oneOrganization: 'Esta página muestra los datos de una organización.',
  belongsToNone:
    'Esta página muestra los datos de una organización y su cuenta no pertenece a ninguna.',
  impersonate: 'Actúe en nombre',
  impersonateOne: 'de una de sus personas para ver lo que ve, o abra el',
  adminPanel: 'Panel de administración',
  before: 'Antes',
  after: 'Después',
  signature: 'Firma',
  photoNumber: (purpose, number) => `${purpose}, foto ${number}`,
  photoFailed: 'Esta foto no se puede mostrar sin conexión.',
  photoFault: (fault, name) => `${name}: ${photoFaults[fault]}`,
  previousPhoto: 'Foto anterior',
  nextPhoto: 'Foto siguiente',
}
