import { parsePercent, percentText, TaxRates, type TaxRate } from '../../../domain/tax.ts'

type RateValues = { key: string; name: string; percent: string; zips: string }
/** `usual`: the key of the rate that applies to every other ZIP; null: none there. */
export type TaxValues = { rates: RateValues[]; usual: string | null }

let made = 0
export const emptyRate = (): RateValues => ({
  key: `rate-${++made}`,
  name: '',
  percent: '',
  zips: '',
})

export const taxValues = (rates: readonly TaxRate[]): TaxValues => ({
  rates: rates.map(({ id, name, rate_ppm, zips }) => ({
    key: id,
    name,
    percent: percentText(rate_ppm).replace('%', ''),
    zips: zips.join(' '),
  })),
  usual: rates.find((rate) => rate.is_default)?.id ?? null,
})

const zipsIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** The rates as the server takes them; a percentage that cannot be read becomes -1, which it refuses. */
export const taxBody = ({ rates, usual }: TaxValues): TaxRates =>
  rates.map(({ key, name, percent, zips }) => ({
    name: name.trim(),
    rate_ppm: parsePercent(percent) ?? -1,
    zips: zipsIn(zips),
    is_default: key === usual,
  }))

const fieldOf = { rate_ppm: 'percent', name: 'name', zips: 'zips' } as const

/** What is wrong, by the name of the field; what concerns several rates is under `rates`. */
export function taxProblems(values: TaxValues): Record<string, string> {
  const known = TaxRates.safeParse(taxBody(values))
  const problems: Record<string, string> = {}
  for (const { path, message } of known.error?.issues ?? []) {
    const [index, field] = path
    const name = fieldOf[field as keyof typeof fieldOf]
    problems[name ? `rates.${String(index)}.${name}` : 'rates'] ??= message
  }
  values.rates.forEach(({ key, zips }, index) => {
    if (key !== values.usual && zipsIn(zips).length === 0)
      problems[`rates.${index}.zips`] ??= 'Enter the ZIPs, or choose this rate for everywhere else.'
  })
  return problems
}
