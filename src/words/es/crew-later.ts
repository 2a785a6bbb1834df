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

  noProducts: 'Todavía no hay productos. Pida a la oficina que los agregue.',
  product: 'Producto',
  chooseProduct: 'Elija un producto.',
  amount: 'Cantidad',
  unit: 'Unidad',
  area: 'Área tratada',
  areaExample: 'Jardín trasero, 4,000 pies²',
  target: 'Contra',
  targetExample: 'Pata de gallina',
  method: 'Método',
  methodExample: 'Por puntos',
  wind: 'Viento (mph)',
  temperature: 'Temperatura (°F)',
  saveProduct: 'Registrar',
  signText: (service, day) => `${service}, ${day}. Con su firma confirma que el trabajo se hizo.`,
  signer: 'Nombre de quien firma',
  signerMissing: 'Escriba quién firma.',
  signHere: 'Firme aquí con un dedo',
  signFirst: 'Primero firme en el recuadro.',
  signAgain: 'Borrar',
  typeInstead: 'Escribir el nombre',
  saveSignature: 'Guardar firma',
  signatureNotKept:
    'No se guardó: este teléfono no tiene espacio. Libere espacio e intente de nuevo.',
}
