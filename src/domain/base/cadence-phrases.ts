import { intervalBounds } from './cadence.ts'
import { monthNames } from './dates.ts'

/** The first and the last month, counted from 1; from 11 to 3 is over the new year. */
export type Season = { from: number; to: number }
export type SeasonName = 'spring' | 'summer' | 'fall' | 'winter'
/** An interval, in the units plans have. */
export type Every = { unit: 'once' | 'week' | 'month'; interval: number }
/** What one phrase of a text says about how often. */
export type Fact =
  | ({ is: 'every' } & Every)
  | { is: 'count'; count: number; per: 'week' | 'month' | 'quarter' | 'year' }
  | { is: 'days'; days: number[]; alone: boolean; said: string }
  | { is: 'nth'; nth: 1 | 2 | 3 | 4 | -1; day: number; after_every: boolean; said: string }
  | { is: 'month_day'; day: number }
  | { is: 'of_month' }
  | { is: 'season'; season: Season }
  | { is: 'named_season'; name: SeasonName }
  | { is: 'until'; date: string }
  | { is: 'visits'; count: number }

const number = (word: string): number => {
  const at = numberWords.findIndex((words) => words.split(' ').includes(word))
  return at >= 0 ? at : Number(word)
}
const numberWords = [
  'zero',
  'one once una un',
  'two twice other second 2nd alternate alternating dos',
  'three thrice third 3rd tres',
  'four fourth 4th cuatro',
  'five cinco',
  'six seis',
  'seven siete',
  'eight ocho',
  'nine nueve',
  'ten diez',
  'eleven',
  'twelve doce',
]
const digits = String.raw`\d{1,3}(?![.\d])`
const count = `(${digits}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|dos|tres|cuatro|seis)`
const which = '(other|second|2nd|third|3rd|fourth|4th|alternate|alternating)'
const units = '(days?|dias?|weeks?|wks?|semanas?|months?|mo|mes(?:es)?|quarters?|years?|yrs?|anos?)'
const per =
  '(week|wk|weekly|semana|month|mo|monthly|mes|quarter|qtr|quarterly|year|yr|yearly|annum|annually|ano)'
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const day =
  '(sundays?|sun|mondays?|mon|tuesdays?|tues?|wednesdays?|weds?|thursdays?|thurs?|thu|fridays?|fri|saturdays?|sat|domingos?|lunes|martes|miercoles|jueves|viernes|sabados?)\\.?'
const to = ' ?(?:-|–|—|to|thru|through|until|a) ?'
const nth = '(1st|first|2nd|second|3rd|third|4th|fourth|last)'
const things = '(?:x|times?|visits?|services?|cuts?|cleanings?|treatments?|vez|veces)'

const monthNumber = (word: string): number =>
  monthNames.findIndex((name) => name.toLowerCase().startsWith(word.slice(0, 3))) + 1
const spanishDays = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado']
const englishDays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const dayNumber = (word: string): number => {
  const spanish = spanishDays.findIndex((name) => word.startsWith(name))
  return spanish >= 0 ? spanish : englishDays.indexOf(word.slice(0, 3))
}
const daysBetween = (first: number, last: number): number[] =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, at) => (first + at) % 7)
const letters: Record<string, number> = { m: 1, tu: 2, t: 2, w: 3, th: 4, r: 4, f: 5, sa: 6, su: 0 }
const letter = '(?:m|tu|th|t|w|r|f|sa|su)(?![a-z])'
const lettersIn = (text: string): number[] =>
  (text.match(/tu|th|sa|su|[mtwrf]/g) ?? []).map((one) => letters[one]!)
const daysFact = (days: number[], said: string, alone = true): Fact => ({
  is: 'days',
  days,
  alone,
  said,
})

const unitOf = (word: string): [Every['unit'], number] =>
  /^w|^s/.test(word)
    ? ['week', 1]
    : word.startsWith('q')
      ? ['month', 3]
      : /^y|^a/.test(word)
        ? ['month', 12]
        : ['month', 1]

/** An interval of a unit; null if no plan has it. */
function every(interval: number, word: string): Fact[] | null {
  const isDays = word.startsWith('d')
  if (isDays && interval % 7 !== 0) return null
  const [unit, factor] = unitOf(isDays ? 'week' : word)
  const total = isDays ? interval / 7 : interval * factor
  if (unit === 'once' || total < 1 || total > intervalBounds[unit].max) return null
  return [{ is: 'every', unit, interval: total }]
}
const fixed =
  (unit: Every['unit'], interval = 1) =>
  (): Fact[] => [{ is: 'every', unit, interval }]
const perOf = (word: string) =>
  /^w|^s/.test(word)
    ? 'week'
    : word.startsWith('q')
      ? 'quarter'
      : /^y|^a/.test(word)
        ? 'year'
        : 'month'
const nthOf = (word: string): 1 | 2 | 3 | 4 | -1 =>
  word === 'last' ? -1 : word === 'first' || word === '1st' ? 1 : (number(word) as 2 | 3 | 4)

type Rule = [pattern: string, means: (parts: string[], said: string) => Fact[] | null]
/** In the order in which they are tried; the longer before what begins it. */
const rules: Rule[] = [
  // The end, before a range of months could take its beginning.
  [
    `(?:until|till|til|thru|through|ending|ends|hasta)(?: on)? ${month} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?`,
    ([name, date, year]) => [{ is: 'until', date: `${name} ${date}${year ? `, ${year}` : ''}` }],
  ],
  [
    '(?:until|till|til|thru|through|ending|ends|hasta)(?: on)? (\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?|\\d{4}-\\d\\d-\\d\\d)',
    ([date]) => [{ is: 'until', date: date! }],
  ],
  [
    `for ${count} (?:more )?(?:visits?|times|services|cuts|cleanings|treatments)`,
    ([n]) => [{ is: 'visits', count: number(n!) }],
  ],
  [
    `${count} (?:visits|times|services) (?:in )?total`,
    ([n]) => [{ is: 'visits', count: number(n!) }],
  ],
  // A day in a season is more than a plan can say.
  [
    `${month}${to}${month}(?! ?\\d)`,
    ([from, last]) => [
      { is: 'season', season: { from: monthNumber(from!), to: monthNumber(last!) } },
    ],
  ],
  [
    '(?:in |during )?(?:the )?(spring|summer|fall|autumn|winter)(?:time)?(?: months| only)?',
    ([name]) => [{ is: 'named_season', name: name === 'autumn' ? 'fall' : (name as SeasonName) }],
  ],
  ['year[- ]?round|all year(?: round| long)?', () => []],
  // So many times in a unit.
  ['(?:once|1 ?x?|one time|una vez)(?= (?:every|each|cada))', () => []],
  [
    `(${digits}|once|twice|thrice|one|two|three|four|una|dos|tres) ?(?:${things} ?)?(?:per|an?|in a|each|every|al|a la|por|cada|/) ?${per}`,
    ([n, unit]) => [{ is: 'count', count: number(n!), per: perOf(unit!) }],
  ],
  [
    `(${digits}(?= ?x)|${digits}(?= times)|once|twice|thrice)(?: ?x| times)? ${per}`,
    ([n, unit]) => [{ is: 'count', count: number(n!), per: perOf(unit!) }],
  ],
  // Which weekday of the month, before 'every 2nd' of something else.
  [
    `(every |each )?(?:the )?${nth} ${day}`,
    ([first, n, name], said) => [
      {
        is: 'nth',
        nth: nthOf(n!),
        day: dayNumber(name!),
        after_every: Boolean(first) && !/first|1st|last/.test(n!),
        said,
      },
    ],
  ],
  [
    `(?:every|each) (?:other|alternate) ${day}|alternat(?:e|ing) ${day}`,
    (names, said) => [
      { is: 'every', unit: 'week', interval: 2 },
      daysFact([dayNumber(names.find(Boolean)!)], said),
    ],
  ],
  ['last day(?= of)', () => [{ is: 'month_day', day: 31 }]],
  ['first day(?= of)', () => [{ is: 'month_day', day: 1 }]],
  [
    '(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?: days?)?(?! (?:week|month|quarter|year))',
    ([date]) =>
      Number(date) >= 1 && Number(date) <= 31 ? [{ is: 'month_day', day: Number(date) }] : null,
  ],
  ['(?:of|in) (?:the|each|every|a) month|del mes', () => [{ is: 'of_month' }]],
  // An interval.
  [`(?:every|each|cada) ${which} ${units}`, ([n, unit]) => every(number(n!), unit!)],
  ['(other|alternate|alternating) (weeks?|months?)', ([n, unit]) => every(number(n!), unit!)],
  [`(?:(?:every|each|per|cada) )?${count}[ -]?${units}`, ([n, unit]) => every(number(n!), unit!)],
  [
    `(?:every|each|per|cada|a) (week|wk|semana|month|mo|mes|quarter|qtr|year|yr|ano)`,
    ([unit]) => every(1, unit!),
  ],
  [
    'bi[- ]?weekly|fortnight(?:ly)?|e\\.?/?o\\.?/?w\\.?|every o(?:ther)?[- ]week|quincenal(?:mente)?',
    fixed('week', 2),
  ],
  ['weekly|semanal(?:mente)?', fixed('week')],
  ['monthly|mensual(?:mente)?', fixed('month')],
  ['bimestral', fixed('month', 2)],
  ['quarterly|trimestral', fixed('month', 3)],
  ['(?:semi|bi)[- ]?annual(?:ly)?|half[- ]yearly|semestral', fixed('month', 6)],
  ['annual(?:ly)?|yearly|anual', fixed('month', 12)],
  ['(?:once|one[- ]?(?:time|off)|single|una (?:sola )?vez)(?: only)?', fixed('once')],
  // Weekdays.
  [
    `(?:every |each )?${day}${to}${day}`,
    ([first, last], said) => [daysFact(daysBetween(dayNumber(first!), dayNumber(last!)), said)],
  ],
  ['m ?(?:-|to|thru) ?f', (_, said) => [daysFact(daysBetween(1, 5), said)]],
  ['(?:every )?(?:weekdays?|business days?)', (_, said) => [daysFact(daysBetween(1, 5), said)]],
  ['(?:every )?weekends', (_, said) => [daysFact([0, 6], said)]],
  [
    `(?:every|each|cada|todos los|los) ${day}`,
    ([name], said) => [daysFact([dayNumber(name!)], said)],
  ],
  [
    day,
    ([name], said) => [
      daysFact(
        [dayNumber(name!)],
        said,
        name!.length > 5 &&
          name!.endsWith('s') &&
          !/^(?:lunes|martes|jueves|viernes|miercoles)$/.test(name!),
      ),
    ],
  ],
  [`${letter}(?: ?[/,&+] ?${letter})+`, (_, said) => [daysFact(lettersIn(said), said)]],
  [
    '(?=[mtwrfu]{2})m?(?:tu|t(?!h))?w?(?:th|r)?f?(?![a-z])(?<!mf)',
    (_, said) => (lettersIn(said).length > 1 ? [daysFact(lettersIn(said), said)] : null),
  ],
  // What says nothing by itself.
  [
    `(?:on|the|and|y|of|in|at|from|de|only|visits?|services?|cleanings?|mowings?|cuts?|maintenance|appointments?|basis|schedule)`,
    () => [],
  ],
]
const tried = rules.map(([pattern, means]) => ({
  pattern: new RegExp(`(?:${pattern})(?![a-z0-9])`, 'y'),
  means,
}))

/** Reads a text from left to right into facts; answers the first words that mean nothing. */
export function scanCadence(text: string, facts: Fact[]): string {
  const left: string[] = []
  let at = 0
  while (at < text.length) {
    const space = /[\s,;:()[\].&/–—-]+/y
    space.lastIndex = at
    if (space.test(text)) {
      at = space.lastIndex
      continue
    }
    const found = nextFacts(text, at)
    if (found) {
      facts.push(...found.facts)
      at = found.end
    } else {
      const word = /[^\s,;:()/]+/y
      word.lastIndex = at
      const [one = ''] = word.exec(text) ?? []
      left.push(one)
      at += Math.max(1, one.length)
      continue
    }
    if (left.length) break
  }
  return left.join(' ').replace(/[.-]+$/, '')
}

function nextFacts(text: string, at: number): { facts: Fact[]; end: number } | null {
  for (const { pattern, means } of tried) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    const facts = match && match[0] !== '' ? means(match.slice(1), match[0]) : null
    if (facts) return { facts, end: at + match![0].length }
  }
  return null
}
