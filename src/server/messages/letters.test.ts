import { describe, expect, it } from 'vitest'
import { earlierSamples, letterSamples, linkOfSamples } from '../../../test/letter-samples.ts'
import { locales, type Locale } from '../../domain/base/locale.ts'
import { kindOf, messageKinds, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { fieldsOf, variantsOf } from '../../domain/messages/message-texts.ts'
import { segmentsOf, toGsm7 } from '../../domain/messages/sms-text.ts'
import { renderHtml, renderText } from './letter.ts'
import { letterOf, ourWords } from './letters.ts'

const today = '2027-06-09'
const kinds = Object.keys(messageKinds) as MessageKind[]
const sampleOf = (kind: MessageKind, variant: string): object =>
  (letterSamples[kind] as Record<string, object>)[variant]!
const inLocale = (kind: MessageKind, data: unknown, locale: Locale = 'en') =>
  letterOf(kind, data as never, { locale, today })
const all = kinds.flatMap((kind) =>
  variantsOf(kind).flatMap((variant) =>
    locales.map((locale) => ({ kind, variant, locale, data: sampleOf(kind, variant) })),
  ),
)

/** Nothing of ours to open: the business's own words. */
const withoutLink: readonly MessageKind[] = ['promotion', 'announcement_service', 'price_change']

const nasty = `<img src=x onerror=alert(1)> "O'Neil" & {link} [{business}] co`
const words = new Set(
  ['name', 'customer_name', 'organization_name', 'inviter_name'].concat([
    'service',
    'description',
    'note',
    'answer',
    'reason',
    'text',
    'subject',
    'message',
    'where',
    'detail',
    'sentence',
    'postal_address',
    'brand',
  ]),
)
/** The same facts with words that try to break out. */
const hostile = (data: unknown, key = ''): unknown => {
  if (typeof data === 'string') return words.has(key) ? nasty : data
  if (Array.isArray(data)) return data.map((one) => hostile(one, key))
  if (data === null || typeof data !== 'object') return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, hostile(value, name)]),
  )
}

describe.each(all)('$kind, $variant, in $locale', ({ kind, locale, data }) => {
  const letter = inLocale(kind, data, locale)
  const said = [letter.subject, letter.preheader, letter.heading, letter.sms ?? '', letter.footer]
    .concat(letter.paragraphs, letter.notes ?? [], letter.facts?.flat() ?? [])
    .concat(letter.button ? [letter.button.label] : [])

  it('is complete', () => {
    for (const text of [...said, renderText(letter)])
      expect(text).not.toMatch(/[{}[\]]|undefined|null|NaN|\[object| {2}| [,.;:]|\.\./)
    for (const text of [letter.subject, letter.preheader, letter.heading, letter.footer])
      expect(text.trim()).not.toBe('')
    expect(letter.paragraphs.length).toBeGreaterThan(0)
    expect([...letter.paragraphs, ...(letter.notes ?? [])].every((line) => line.trim())).toBe(true)
    expect(letter.facts?.every(([label, value]) => label && value)).toBe(true)
  })

  it('has a short form where it may go by text, of at most two segments, that invites no word of its own', () => {
    if (kindOf(kind).channels.includes('sms')) expect(letter.sms).toBeTruthy()
    const text = toGsm7(letter.sms ?? '')
    expect(segmentsOf(text)).toBeLessThanOrEqual(kind === 'visits_changed' ? 4 : 2)
    expect(text).not.toMatch(/\b(reply|answer|text|responda|conteste)\s+"?(cancel|yes|sí?)\b/i)
  })

  it('escapes every value and has its link in both parts', () => {
    const evil = inLocale(kind, hostile(data), locale)
    const html = renderHtml(evil)
    expect(html).not.toMatch(/<img|onerror=alert\(1\)>(?!&)/)
    expect(
      html.match(
        /<(?!\/?(?:html|head|meta|title|style|body|div|table|tr|td|span|h1|p|a|br)\b|!doctype)/g,
      ),
    ).toBeNull()
    expect(html).toContain(`<html lang="${locale}-US">`)
    const hasLink = JSON.stringify(data).includes(linkOfSamples)
    expect(hasLink).toBe(kindOf(kind).category !== 'reply' && !withoutLink.includes(kind))
    if (!hasLink) return
    expect(html).toContain('href="https://app.example.com/x?a=1&amp;b=2"')
    expect(renderText(evil)).toContain(`\n${linkOfSamples}`)
    expect(renderText(evil)).not.toMatch(/&amp;|&lt;|<\/|undefined/)
  })

  it('puts values in as they are: braces in them stay', () => {
    const evil = inLocale(kind, hostile(data), locale)
    const values = renderText(evil).match(/"O'Neil".*? co/g) ?? []
    expect(values.filter((one) => !one.endsWith('{link} [{business}] co'))).toEqual([])
  })
})

it.each(kinds)('%s reads differently in Spanish', (kind) => {
  for (const variant of variantsOf(kind)) {
    const [en, es] = locales.map((locale) => inLocale(kind, sampleOf(kind, variant), locale))
    const isWritten = ['reply', 'announcement_service'].includes(kind) || variant === 'raised'
    if (es!.sms && !isWritten) expect(es!.sms).not.toBe(en!.sms)
    expect(es!.footer === en!.footer && es!.paragraphs.join() === en!.paragraphs.join()).toBe(false)
    // What somebody wrote, or the business itself, is the subject of these.
    const isAnswer = ['reply', 'stop_confirmed', 'start_confirmed', 'help'].includes(kind)
    const isTheirs = isAnswer || ['announcement_service', 'product_update'].includes(kind)
    if (!isTheirs && variant !== 'titled' && variant !== 'raised')
      expect(es!.subject).not.toBe(en!.subject)
  }
})

describe('dates, times and money', () => {
  const atOne = {
    ...letterSamples.visit_kept.main,
    at: { start_minutes: 780, window_minutes: 0 },
  }
  const second = { ...letterSamples.receipt.main, paid_before_cents: 100 }
  it.each([
    ['en', 'Friday, November 26 at 9:00 AM – 11:00 AM'],
    ['es', 'viernes 26 de noviembre, de 9:00 a.m. a 11:00 a.m.'],
  ] as const)('in %s', (locale, when) => {
    expect(renderText(inLocale('visit_held', letterSamples.visit_held.main, locale))).toContain(
      when,
    )
  })
  it.each([
    ['en', 'Friday, November 26 at 1:00 PM'],
    ['es', 'viernes 26 de noviembre a la 1:00 p.m.'],
  ] as const)('without an arrival window in %s', (locale, when) => {
    expect(renderText(inLocale('visit_kept', atOne, locale))).toContain(when)
  })
  it.each([
    ['en', 'Monday, January 3, 2028'],
    ['es', 'lunes 3 de enero de 2028'],
  ] as const)('have the year where it is another one, in %s', (locale, day) => {
    const text = renderText(
      inLocale('request_received', letterSamples.request_received.reschedule, locale),
    )
    expect(text).toContain(day)
  })
  it.each([
    ['en', ['$1,234.56', 'November 24, 2027', 'Visa ending in 4242', 'Already paid: -$1.00']],
    ['es', ['$1,234.56', '24 de noviembre de 2027', 'Visa terminada en 4242', 'Ya pagado: -$1.00']],
  ] as const)('of a receipt in %s', (locale, parts) => {
    const text = renderText(inLocale('receipt', second, locale))
    for (const part of [...parts, 'Edging × 2: $234.56']) expect(text).toContain(part)
  })
})

describe('how facts read', () => {
  it.each([
    ['en', 'June 23, 2027 at 2:00 PM UTC', 'they say they did not make it', 'a late fee of $25.00'],
    ['es', '23 de junio de 2027 a las 2:00 p.m. UTC', 'dice que no hizo este pago', '$25.00'],
  ] as const)('in %s', (locale, moment, dispute, fee) => {
    const text = (kind: MessageKind, variant: string) =>
      renderText(inLocale(kind, sampleOf(kind, variant), locale)).replace(/[\u00a0\u202f]/g, ' ')
    expect(text('erasure', 'asked')).toContain(moment)
    expect(text('payment_failed_staff', 'attention')).toContain(dispute)
    expect(text('invoice_reminder', 'late')).toContain(fee)
  })
  it('each of several invoices has a link that says what it pays', () => {
    const html = renderHtml(inLocale('invoice_reminder', letterSamples.invoice_reminder.several))
    expect(html).toMatch(/<a [^>]*href="https:[^"]+"[^>]*>Pay invoice 1043<\/a>/)
    expect(html).not.toMatch(/<td[^>]*>https:/)
  })
  it('an unknown card is left out', () => {
    const text = renderText(inLocale('card_replaced', letterSamples.card_replaced.kept))
    expect(text).not.toContain('New card:')
  })
})

describe('what was kept with a message of an earlier version', () => {
  const kept = Object.entries(earlierSamples) as [MessageKind, object][]
  it.each(kept.flatMap(([kind, data]) => locales.map((locale) => [kind, locale, data] as const)))(
    '%s can still be written, in %s',
    (kind, locale, data) => {
      const letter = inLocale(kind, data, locale)
      expect(`${renderText(letter)} ${letter.sms}`).not.toMatch(/[{}]|null|NaN|\[object| {2}/)
      expect(renderText(letter)).not.toContain('undefined')
    },
  )
  it('says what it said', () => {
    const letter = inLocale('visit_rescheduled', earlierSamples.visit_rescheduled)
    expect(letter.sms).toContain('to Friday, November 26, 9:00 AM – 11:00 AM')
  })
})

it.each(all)(
  'every field in the words of $kind, $variant, in $locale, is one of its own',
  (one) => {
    const words = JSON.stringify(ourWords(one.kind, one.variant, one.locale))
    const named = [...words.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    expect(named.filter((name) => !fieldsOf(one.kind).includes(name))).toEqual([])
  },
)

it('a refund has no field for its reason, whatever else its data holds', () => {
  expect(fieldsOf('refund_issued')).not.toContain('reason')
  for (const locale of locales) {
    const data = { ...letterSamples.refund_issued.main, reason: 'quarrelsome' }
    const letter = inLocale('refund_issued', data, locale)
    expect(`${renderHtml(letter)} ${letter.sms}`).not.toContain('quarrelsome')
  }
})

it('a text nobody asked for says how to get no more', () => {
  const invite = letterSamples.customer_invite.main
  expect(inLocale('customer_invite', invite).sms).toMatch(/Reply STOP to opt out\.$/)
  expect(inLocale('customer_invite', invite, 'es').sms).toMatch(/STOP para no recibir más\.$/)
})

it('a letter shows the business’s phone number, and links only to http(s)', () => {
  const letter = inLocale('visit_cancelled', letterSamples.visit_cancelled.main)
  for (const part of [renderHtml(letter), renderText(letter)]) {
    expect(part).toContain('(919) 555-0100 · office@green.example')
    expect(part).not.toContain('+1919')
  }
  // oxlint-disable-next-line no-script-url
  const html = renderHtml(inLocale('verify_email', { url: 'javascript:alert(1)' }))
  expect(html).not.toContain('href="javascript')
})
