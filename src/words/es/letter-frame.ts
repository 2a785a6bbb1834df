import type { letterFrame as en } from '../en/letter-frame.ts'

export const letterFrame: typeof en = {
  ifButtonFails: 'Si el botón no funciona, abra esta dirección:',
  sentFor: 'Enviado por Fieldhive en nombre de este negocio.',
  aboutUs: 'Fieldhive · agenda, facturas y pagos para negocios de servicio a domicilio',
}
