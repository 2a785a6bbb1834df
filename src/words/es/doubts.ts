import { dateInWords } from '../../domain/base/date-words.ts'
import { dateText, dayNames, weekdayName } from '../../domain/base/dates.ts'

const isDayName = (text: string) => dayNames.findIndex((name) => name === text)

/** 'Monday' → 'lunes', 'Monday, June 14, 2027' → 'lunes, 14 de junio de 2027'. */
function inSpanish(day: string): string {
  const weekday = isDayName(day)
  if (weekday !== -1) return weekdayName(weekday, 'es')
  const date = dateInWords(day, '2000-01-01')
  return date ? dateText(date, 'es') : day
}
const clock = (time: string): string => time.replace('AM', 'a.m.').replace('PM', 'p.m.')

const patterns: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^You are closed on (.+)\.$/, (day = '') => `Está cerrado: ${inSpanish(day)}.`],
  [
    /^(.+) is not one of the customer’s days\.$/,
    (day = '') => `El cliente no tiene disponible este día: ${inSpanish(day)}.`,
  ],
  [
    /^Another visit of the series is on this day\.$/,
    () => 'Otra visita de la serie es en este día.',
  ],
  [
    /^(.+) is outside your hours on (.+)\.$/,
    (time = '', day = '') => `${clock(time)} está fuera del horario (${inSpanish(day)}).`,
  ],
  [
    /^There is no (.+) on (.+): the clocks go forward\.$/,
    (time = '', day = '') => `No existen las ${clock(time)} (${inSpanish(day)}): cambia la hora.`,
  ],
  [/^The team has another visit at this time\.$/, () => 'El equipo tiene otra visita a esta hora.'],
  [
    /^The team would have (\d+) visits on this day\.$/,
    (many = '') => `El equipo tendría ${many} visitas en este día.`,
  ],
  [
    /^The team is off on ([^:]+?)(?:: (.+))?\.$/,
    (day = '', reason = '') =>
      `El equipo no trabaja: ${inSpanish(day)}${reason ? ` (${reason})` : ''}.`,
  ],
  [
    /^(.+) of the team (?:is|are) off on (.+)\.$/,
    (people = '', day = '') => `Del equipo no trabaja ${people}: ${inSpanish(day)}.`,
  ],
  [
    /^The team would have (.+) of work on this day, of (.+)\.$/,
    (work = '', most = '') => `El equipo tendría ${work} de trabajo en este día, de ${most}.`,
  ],
  [
    /^(.+) is outside your service area\.$/,
    (zip = '') => `${zip} está fuera de la zona de servicio.`,
  ],
  [
    /^That is not the planned date, (.+)\.$/,
    (day = '') => `No es la fecha planeada: ${inSpanish(day)}.`,
  ],
  [
    /^That is more than (\d+) days? from its date, (.+)\.$/,
    (many = '', day = '') =>
      `Son más de ${many} ${many === '1' ? 'día' : 'días'} desde su fecha: ${inSpanish(day)}.`,
  ],
]

/** What is doubtful about a place in the schedule, in Spanish; undefined for any other sentence. */
export function doubt(sentence: string): string | undefined {
  for (const [pattern, say] of patterns) {
    const found = pattern.exec(sentence)
    if (found) return say(...found.slice(1))
  }
  return undefined
}
