/**
 * What a whole text message asks us to do. `hold`: it asks us to stop in other words, so nothing is
 * texted until somebody has looked; `care`: somebody should look whether it asks us to stop.
 */
export type Keyword = 'stop' | 'start' | 'help' | 'hold' | 'care'

const words: Record<Exclude<Keyword, 'hold' | 'care'>, readonly string[]> = {
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
/** The opposite. */
const wantsMore =
  /\b(dont|do not|never|no) (ever )?(stop|quit|unsubscribe|paren|pare|dejen|deje|dejes) /
const stopWord = '(?:stop|stop all|stopall|unsubscribe|opt out|optout|remove me|parar|paren|alto)'
const manners =
  '(?:please|pls|plz|now|ok|okay|hi|hello|hey|thanks|thank you|it|this|already|ya|por favor|gracias)'
/** Wishes to stop that are no word of the law, or that stand above a signature. */
const heldWishes = [
  new RegExp(`^(?:${manners} )*${stopWord}(?: ${manners})*(?: sent from my .*)?$`),
  /\b(i want to|i would like to|id like to|i wish to|how do i|let me) (opt out|unsubscribe|stop)$/,
  /^(?:\w+ ){0,3}wrong (number|person)\b/,
  /\bnumero equivocado\b/,
  /\b(take|remove) (me|my number|this number)( (off|from).*)?$/,
  /\b(ya )?no me (manden|mande|mandes|envien|envie|envies|escriban|escriba|escribas|texteen|textee)\b/,
  /\b(deje|dejen|deja|dejes|paren|pare) de (enviar|mandar|escribir|textear|molestar)/,
]
const perhapsStop = /\b(stop|stopall|unsubscribe|optout|opt out|revoke|basta|no mas)\b/

/** Reads a text message for words that mean something by law. Case, accents and punctuation do not matter. */
export function keywordOf(text: string): Keyword | null {
  const plain = folded(text)
  const whole = meaningOf.get(plain)
  if (whole) return whole
  if (wantsMore.test(plain)) return null
  if (plainWishes.some((wish) => wish.test(plain))) return 'stop'
  const firstLine = folded(text.trim().split('\n')[0]!)
  const isSigned = firstLine !== plain && meaningOf.get(firstLine) === 'stop'
  if (isSigned || heldWishes.some((wish) => wish.test(plain) || wish.test(firstLine))) return 'hold'
  return perhapsStop.test(plain) ? 'care' : null
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036F’'`]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
