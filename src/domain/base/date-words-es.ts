import { dayNames, monthNames } from './dates.ts'

const days = ['domingo', 'lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado']
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]
const others: Readonly<Record<string, string>> = {
  ayer: 'yesterday',
  hoy: 'today',
  manana: 'tomorrow',
  proximo: 'next',
  este: 'this',
  en: 'in',
  un: 'a',
  una: 'a',
  dia: 'day',
  dias: 'days',
  semana: 'week',
  semanas: 'weeks',
  mes: 'month',
  meses: 'months',
}

/**
 * A date typed in Spanish, as `dateInWords` reads it: '24 de dic. de 2026' → '24 december 2026',
 * 'próximo lunes' → 'next monday', '24/12' → '12/24'. Other words stay as they are.
 */
export function inEnglish(text: string): string {
  const plain = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/\b(?:de|del|el)\b/g, ' ')
  return (
    plain
      // 'mar' is a Tuesday, but after a number it is March.
      .replaceAll(/(?<=\d\s+)mar\b/g, 'marzo')
      .replaceAll(/\p{L}+/gu, translated)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(' ,', ',')
      .trim()
      .replace(
        /^(\d{1,2})([/-])(\d{1,2})(?=\2|$)/,
        (all, day: string, sign: string, month: string) =>
          Number(month) <= 12 ? month + sign + day : all,
      )
  )
}

function translated(word: string): string {
  const startsWith = (name: string) => word.length >= 3 && name.startsWith(word)
  const day = days.findIndex(startsWith)
  const month = word === 'sept' ? 8 : months.findIndex(startsWith)
  return others[word] ?? dayNames[day]?.toLowerCase() ?? monthNames[month]?.toLowerCase() ?? word
}
