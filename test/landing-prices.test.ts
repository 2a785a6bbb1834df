import { expect, it } from 'vitest'
import { withPrices } from '../scripts/landing-prices.ts'
import { read } from './source.ts'

it('the landing page’s prices and its trial are those of the rules', () => {
  const page = withPrices(read('src/web/index.html'))
  const rows = [...page.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)]
  expect(rows.map(([, users, price]) => [users, price])).toEqual([
    ['40', '$120'],
    ['120', '$290'],
    ['400', '$349'],
  ])
  expect(page).toContain('<b>$3</b><span>per active user')
  expect(page).toContain('Never more than <b>$349</b> a month')
  expect(page.match(/free for 14 days/gi)).toHaveLength(2)
  expect(page).not.toContain('{{')
})

it('a name that is no price stops the build', () => {
  expect(() => withPrices('{{discount}}')).toThrow('discount')
})
