import type { Plugin } from 'vite'
import { feeCapCents, platformFee, trialDays } from '../src/domain/money/platform.ts'

/** Customers and staff of a small, a middling and a large business. */
const examples = [40, 120, 400]

const dollars = (cents: number): string => `$${cents / 100}`

/** The landing page's text with the prices and the trial that the rules name. */
export function withPrices(page: string): string {
  const rows = examples.map((users) => {
    const { amount_cents } = platformFee(users)
    return `<tr><th scope="row">${users}</th><td>${dollars(amount_cents)}</td></tr>`
  })
  const texts: Record<string, string> = {
    trial_days: String(trialDays),
    price: dollars(platformFee(1).amount_cents),
    cap: dollars(feeCapCents),
    prices: rows.join(''),
  }
  return page.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const text = texts[name]
    if (text === undefined) throw new Error(`The landing page names ${name}, which is no price`)
    return text
  })
}

/** The landing page is a file without a server behind it: what it costs is written into it as it is built. */
export const landingPrices = (): Plugin => ({
  name: 'landing-prices',
  transformIndexHtml: {
    order: 'pre',
    handler: (page, { path }) => (path === '/index.html' ? withPrices(page) : page),
  },
})
