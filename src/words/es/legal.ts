import { legal, productName } from '../../domain/base/text.ts'
import type { legalWords as en, LegalText } from '../en/legal.ts'

const years = legal.retention_years === 7 ? 'siete' : legal.retention_years
const months = legal.liability_months === 12 ? 'doce' : legal.liability_months

const privacy: LegalText = {
  title: 'Política de privacidad',
  intro: `${productName} es un programa con el que los negocios de servicios a domicilio («organizaciones») programan su trabajo, facturan y reciben pagos. Esta página explica qué datos personales pasan por él, para qué y qué puede hacer usted al respecto.`,
  sections: [
    [
      'Quién es responsable',
      'Si usted es cliente o empleado de una organización, esa organización decide qué se registra sobre usted y para qué; nosotros lo tratamos por encargo de ella. Sobre los visitantes de nuestro sitio y los titulares de cuentas decidimos nosotros. **La organización controla los puestos y lo que cada uno ve**: lo que puede ver un dueño, un administrador, un gerente o un miembro de un equipo depende del puesto que ella le da.',
    ],
    [
      'Qué datos recogemos',
      [
        '**Datos de contacto y de la cuenta:** nombre, correo electrónico, número de teléfono, dirección postal y de servicio, puesto y preferencias.',
        '**Datos del trabajo:** servicios, visitas, notas, solicitudes, facturas y pagos, y los mensajes enviados en nombre de la organización.',
        '**Ubicación:** cuando un miembro de un equipo marca su entrada o su salida y lo permitió en su dispositivo, se guardan con el turno el lugar y su precisión, y se le muestran a esa persona. No seguimos a nadie entre esos momentos.',
        '**Fotos y códigos de acceso,** si una organización los registra. Los códigos de acceso (de un portón o de una caja de llaves) están cifrados. Los puede ver la oficina y, desde 12 horas antes de la visita hasta que termina, el equipo asignado. Cada consulta queda registrada y puedes leer en el portal quién los consultó. No aparecen en las exportaciones que hace cualquiera que no sea el dueño.',
        '**Autorizaciones:** qué aceptó usted (pagos automáticos, mensajes de texto), su texto exacto, cuándo, y desde qué dirección y navegador.',
        '**Datos técnicos:** direcciones, tipo de navegador y hora de las solicitudes, que se guardan por poco tiempo por seguridad y para encontrar fallas.',
      ],
    ],
    [
      'Inicio de sesión y pagos',
      '**El proveedor de autenticación se encarga del registro y del inicio de sesión**; allí nunca vemos su contraseña. **El proveedor de pagos procesa los pagos**, y **no guardamos números de tarjeta completos**: solo la marca, los últimos cuatro dígitos y el vencimiento de una tarjeta, o el nombre del banco y los últimos cuatro dígitos de una cuenta.',
    ],
    [
      'Para qué los usamos',
      'Para prestar el servicio, enviar los mensajes que usted o la organización eligieron, cobrar los pagos que usted autorizó, evitar abusos y cumplir obligaciones legales. No vendemos datos personales. Los mensajes de texto sobre el servicio requieren su consentimiento; responda STOP para no recibir más y HELP para pedir ayuda. Los recibos y los mensajes que exige la ley no se pueden desactivar.',
    ],
    [
      'Cuánto tiempo los guardamos',
      `**Los registros de facturas y transacciones pueden guardarse hasta ${years} años**, porque lo exigen las leyes fiscales y contables. Cuando usted nos pide borrar sus datos, se quitan los datos personales y esos registros se guardan hasta entonces con un seudónimo. Los demás datos se borran cuando ya no hacen falta.`,
    ],
    [
      'Menores',
      `Los usuarios deben tener al menos ${legal.minimum_age} años. **El servicio no está dirigido a menores de ${legal.not_directed_below} años**, y no recogemos sus datos a sabiendas. Avísenos si cree que un menor nos dio alguno y lo borraremos.`,
    ],
    [
      'Sus opciones',
      'Puede ver y corregir la mayor parte de sus datos en su cuenta. Puede pedir una copia, una corrección o que se borren; si lo atiende una organización, puede que le toque decidir a ella. Este navegador guarda su sesión en su almacenamiento local hasta que usted la cierra; no usamos cookies de publicidad.',
    ],
    [
      'Seguridad',
      'Las conexiones van cifradas, las organizaciones están separadas dentro de la propia base de datos, y el acceso está limitado por puesto y queda registrado. Ningún sistema es perfectamente seguro; si pasa algo, avisamos a los afectados.',
    ],
    [
      'Contacto',
      'Preguntas y solicitudes: {email}. Podemos cambiar esta política; la fecha de arriba indica el último cambio.',
    ],
  ],
}

const terms: LegalText = {
  title: 'Términos del servicio',
  intro: `Estos términos se aplican entre usted y el operador de ${productName} siempre que lo use, como negocio, como parte de su personal o como su cliente.`,
  sections: [
    [
      'Quién puede usarlo',
      `**Debe tener al menos ${legal.minimum_age} años** y capacidad para celebrar un contrato. El servicio no está dirigido a menores de ${legal.not_directed_below} años. No comparta su acceso; lo que se haga con él cuenta como hecho por usted hasta que nos avise que lo perdió.`,
    ],
    [
      'Organizaciones, puestos y visibilidad',
      'Un negocio que se registra es una organización. Su personal trabaja con puestos como **dueño, administrador, gerente y equipo**. **La organización controla los puestos y lo que cada uno ve**, y responde de a quién invita y de lo que registra. Los servicios los vende y los presta la organización, no nosotros; los desacuerdos sobre el trabajo son entre ella y su cliente.',
    ],
    [
      'Proveedores',
      `**El proveedor de autenticación se encarga del registro y del inicio de sesión.** **El proveedor de pagos procesa los pagos** según sus propios términos; ${productName} **no guarda números de tarjeta completos**.`,
    ],
    [
      'Prueba y suscripción',
      'La prueba es gratis y no requiere tarjeta de crédito. Después, la organización paga una cuota mensual según el número de sus usuarios activos, que se muestra antes de suscribirse y tiene un máximo por mes. Puede cancelar en cualquier momento para el final de un período de facturación; lo pagado por el período en curso no se devuelve.',
    ],
    [
      'Pagos automáticos de los clientes',
      'Si usted autoriza pagos automáticos a una organización:',
      [
        'puede cobrar a su forma de pago guardada **el precio de la opción que usted eligió más impuestos y cargos, con el presupuesto mostrado como máximo, salvo que usted apruebe más trabajo**;',
        '**los cobros fallidos pueden volver a intentarse por un tiempo limitado**;',
        '**por cada cobro se envía un recibo**;',
        'usted puede desactivar el pago automático en su cuenta; esto vale para los cobros que no hayan comenzado.',
      ],
    ],
    [
      'Mensajes de texto',
      'Si usted acepta recibir mensajes de texto, pueden aplicarse tarifas de mensajes y datos. Responda STOP para no recibir más y HELP para pedir ayuda. Aceptarlos no es condición para comprar nada.',
    ],
    [
      'Uso correcto',
      'No infrinja la ley con el servicio, no haga mal uso de los datos de otras personas, no lo ponga a prueba ni lo sobrecargue, y no envíe mensajes a quien no los pidió. Podemos suspender una cuenta que lo haga.',
    ],
    [
      'Sus datos',
      `Lo que usted ingresa sigue siendo suyo. Los registros de facturas y transacciones pueden guardarse hasta ${years} años. Cómo tratamos los datos personales se explica en la [Política de privacidad](/legal/privacy). Una organización puede exportar sus datos, también cuando su suscripción ha terminado.`,
    ],
    [
      'Responsabilidad',
      `El servicio se ofrece tal como es. En la medida en que la ley lo permita, no respondemos por daños indirectos o consecuentes, y **nuestra responsabilidad total se limita a las cuotas que nos fueron pagadas en los ${months} meses** anteriores al hecho.`,
    ],
    [
      'Ley aplicable y cambios',
      `**Estos términos se rigen por la ley de ${legal.law}**, sin sus reglas sobre conflictos de leyes. Podemos cambiarlos; los cambios importantes se anuncian antes de aplicarse. Si una parte no es válida, el resto lo sigue siendo.`,
    ],
    ['Contacto', 'El soporte se da por correo electrónico: {email}.'],
  ],
}

export const legalWords: typeof en = {
  lastUpdated: 'Última actualización:',
  prevails:
    'Esta es una traducción para su comodidad. Si difiere del texto en inglés, prevalece el texto en inglés.',
  privacy,
  terms,
}
