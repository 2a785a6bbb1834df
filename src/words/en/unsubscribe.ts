import type { Switched } from '../../domain/messages/message-kinds.ts'

const sorts: Record<Switched, string> = {
  email_general: 'email about visits and requests',
  billing_alerts: 'payment reminders, and notices of failed payments and expiring cards',
  product_updates: 'product updates',
  invoice_email: 'invoices by email',
  reminders: 'visit reminders',
  offers: 'offers and requests for reviews',
}
const sort = (off: Switched): string => sorts[off]
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The link in a letter that ends its sort, and the page behind it. */
export const unsubscribe = {
  link: (off: Switched): string => (off === 'offers' ? 'Unsubscribe' : `Stop ${sort(off)}`),
  title: 'Unsubscribe',
  ask: (off: Switched, business: string): string =>
    `Receive no more ${sort(off)} from ${business}?`,
  stop: 'Unsubscribe',
  done: 'You are unsubscribed',
  off: (off: Switched, business: string): string =>
    `${capital(sort(off))} from ${business}: switched off. Everything else goes on.`,
  back: 'To get them back, press the button, now or whenever you open this link again.',
  resume: 'Switch on again',
  resumed: 'Switched on again',
  on: (off: Switched, business: string): string =>
    `You receive ${sort(off)} from ${business} again.`,
  lost: 'This link is no longer valid.',
}
