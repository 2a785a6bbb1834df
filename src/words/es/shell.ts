import type { shell as en } from '../en/shell.ts'
import { plural } from '../plural.ts'
import { roleName } from './roles.ts'

export const shell: typeof en = {
  skip: 'Ir al contenido',
  sidebar: 'Barra lateral',
  main: 'Principal',
  breadcrumb: 'Ruta de navegación',
  allPages: 'Todas las páginas',
  more: 'Más',
  quickActions: 'Acciones rápidas',
  inviteAbout: 'Comparta un enlace o código QR, o envíe una invitación',
  scheduleAbout: 'Vea la semana, agregue una visita',
  invoicesAbout: 'Lo pendiente y lo pagado',
  onboardShort: 'Invitar',
  sandboxShort: 'Prueba',
  sandboxMore: ': sin dinero real',
  sandbox: 'Prueba: sin dinero real',
  live: 'En vivo',
  waiting: 'Reconectando…',
  offlinePage: 'Parece que no tiene conexión. La página se abrirá cuando vuelva a tenerla.',
  impersonation: 'En nombre de otra persona',
  actingAs: 'Usted actúa en nombre de',
  signedInAs: (name) => `inició sesión como ${name}`,
  stopImpersonating: 'Dejar de actuar en su nombre',
  stopFailed: 'No se pudo volver a su propia cuenta',
  unsentTitle: (count) =>
    plural('es', count, {
      one: 'Hay un cambio sin enviar',
      other: `Hay ${count} cambios sin enviar`,
    }),
  unsentText:
    'Lo que espera conexión se queda en este teléfono y se envía cuando vuelva a iniciar sesión aquí.',
  logOut: 'Cerrar sesión',
  logOutFailed: 'No se pudo cerrar la sesión',
  readOnly: 'Solo lectura',
  readOnlyMessage:
    'La suscripción terminó, así que el personal solo puede consultar. El dueño puede reactivarla en Configuración, en Facturación.',
  goToBilling: 'Ir a Facturación',
  account: 'Cuenta',
  accountMenu: (name) => `Menú de la cuenta, ${name}`,
  organization: 'Organización',
  current: 'actual',
  switchFailed: 'No se pudo cambiar de organización',
  appearance: 'Apariencia',
  likeDevice: 'Igual que el dispositivo',
  light: 'Claro',
  dark: 'Oscuro',
  language: 'Idioma',
  languageFailed: 'No se pudo guardar el idioma',
  role: roleName,
}
