import type { FastifyRequest } from 'fastify'
import { localeFrom, preferredLocale, type Locale } from '../../domain/locale.ts'
import { refusals as enRefusals } from '../../words/en/refusals.ts'
import { signupForm as en } from '../../words/en/signup-form.ts'
import { refusals as esRefusals } from '../../words/es/refusals.ts'
import { signupForm as es } from '../../words/es/signup-form.ts'

const tables = { en: { words: en, refusals: enRefusals }, es: { words: es, refusals: esRefusals } }

/** The language of the form, its words, and where it is read in the other language. */
export type Say = ReturnType<typeof sayTo>

/** The language the link asks for (`lang`), or the browser's. */
export function sayTo({ url, headers }: Pick<FastifyRequest, 'url' | 'headers'>) {
  const [path = '', query] = url.split('?', 2)
  const fields = new URLSearchParams(query)
  const locale: Locale =
    localeFrom(fields.get('lang')) ?? preferredLocale(headers['accept-language'])
  const other: Locale = locale === 'es' ? 'en' : 'es'
  fields.set('lang', other)
  return { locale, other, otherUrl: `${path}?${fields}`, ...tables[locale] }
}
