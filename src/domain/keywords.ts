/** What a whole text message asks us to do; `care`: somebody should look whether it asks us to stop. */
export type Keyword = 'stop' | 'start' | 'help' | 'care'

const words: Record<Exclude<Keyword, 'care'>, readonly string[]> = {
  stop: [
    'stop',
    'stopall',
    'stop all',
    'unsubscribe',
    'cancel',
    'end',
    'quit',
    'revoke',
    'optout',
    'opt out',
    'remove',
    'alto',
    'pare',
    'basta',
    'baja',
    'cancelar',
    'no mas',
  ],
  start: ['start', 'unstop'],
  help: ['help', 'info', 'ayuda'],
}
const meaningOf = new Map(
  Object.entries(words).flatMap(([meaning, list]) =>
    list.map((word) => [word, meaning as Keyword] as const),
  ),
)

/** Ways to say it in a sentence that leave no doubt. */
const plainWishes = [
  /\b(stop|quit|dont|do not|no more|never) (texting|text|messaging|message|messages|contacting|contact|sending)\b/,
  /\b(stop|no more|end) (these|the|those|all|your)? ?(texts|messages|text messages|sms)\b/,
  /\bunsubscribe me\b/,
  /\b(opt|take|remove) me (out|off|from)\b/,
  /\b(deje|dejen|deja) de (enviarme|mandarme|escribirme|textearme)\b/,
  /\bno me (manden?|envien?|escriban?) mas\b/,
]
const perhapsStop = /\b(stop|stopall|unsubscribe|optout|opt out|revoke|basta|no mas)\b/

/** Reads a text message for words that mean something by law. Case, accents and punctuation do not matter. */
export function keywordOf(text: string): Keyword | null {
  const plain = folded(text)
  const whole = meaningOf.get(plain)
  if (whole) return whole
  if (plainWishes.some((wish) => wish.test(plain))) return 'stop'
  return perhapsStop.test(plain) ? 'care' : null
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F’'`]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
