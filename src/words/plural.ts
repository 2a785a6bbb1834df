import { localeTags, type Locale } from '../domain/base/locale.ts'

const rules = new Map<Locale, Intl.PluralRules>()

/** The form that goes with a number: `plural('es', count, { one: 'visita', other: 'visitas' })`. */
export function plural(locale: Locale, count: number, forms: { one: string; other: string }) {
  let rule = rules.get(locale)
  if (!rule) rules.set(locale, (rule = new Intl.PluralRules(localeTags[locale])))
  return rule.select(count) === 'one' ? forms.one : forms.other
}
