/** The characters a text message carries in seven bits each (GSM 03.38); those of the second row cost two. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('^{}\\[~]|€')

/** What typography and other languages add, in characters that keep a text cheap. */
const plain: Record<string, string> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  ' ': ' ',
  '•': '-',
  '×': 'x',
  '·': '-',
}

/** The text in characters of the cheap alphabet wherever there is one that reads the same: "acción" becomes "accion". */
export const toGsm7 = (text: string): string =>
  Array.from(text)
    .map((character) => {
      if (basic.has(character) || extended.has(character)) return character
      const known = plain[character]
      if (known !== undefined) return known
      const bare = character.normalize('NFD').replace(/\p{M}/gu, '')
      return Array.from(bare).every((one) => basic.has(one)) ? bare : character
    })
    .join('')

/** How many messages the carrier counts for a text, after `toGsm7`. */
export function segmentsOf(text: string): number {
  const characters = Array.from(text)
  const isCheap = characters.every((one) => basic.has(one) || extended.has(one))
  const length = isCheap
    ? characters.length + characters.filter((one) => extended.has(one)).length
    : text.length
  const [single, joined] = isCheap ? [160, 153] : [70, 67]
  return length <= single ? 1 : Math.ceil(length / joined)
}
