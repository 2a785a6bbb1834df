import type { Paper } from './paper.ts'
import type { StatementFacts } from './read-statement.ts'
import { contactLines, headOf, sayingIn, type Words } from './words.ts'

/** What a customer was billed and has paid, with the balance after each. */
export function statementPaper(facts: StatementFacts): Paper {
  const say = sayingIn(facts.locale, facts.zone)
  const { words, date, money } = say
  const { customer, from, to, underway_cents: underway } = facts
  let balance = facts.before_cents
  const rows: Paper['rows'] = [[date(from), words.balanceBefore, '', '', money(balance)]]
  for (const entry of facts.entries) {
    balance += entry.cents
    const text = textOf(entry, words)
    const small = [
      [words.tip, entry.tip_cents] as const,
      [words.refunded, entry.refunded_cents] as const,
      [words.givenBack, entry.given_back_cents] as const,
      [words.contested, entry.contested_cents] as const,
    ]
      .filter(([, cents]) => cents > 0)
      .map(([name, cents]) => `${name} ${money(cents)}`)
      .join(' · ')
    rows.push([
      date(entry.day),
      small ? { text, small } : text,
      isPaid(entry) ? '' : money(entry.cents),
      isPaid(entry) ? money(-entry.cents) : '',
      money(balance),
    ])
  }
  return {
    ...headOf(facts),
    title: words.statement,
    file: `statement-${to}.pdf`,
    made_at: `${to}T12:00:00Z`,
    heading: words.statement,
    facts: [[words.period, `${date(from)} – ${date(to)}`]],
    blocks: [{ title: words.customer, lines: [customer.name ?? '–', ...contactLines(customer)] }],
    columns: [
      { title: words.date, width: 18 },
      { title: words.description, width: 36 },
      { title: words.billed, width: 15, right: true },
      { title: words.paid, width: 15, right: true },
      { title: words.balanceAfter, width: 16, right: true },
    ],
    rows,
    sums: [
      ...(underway > 0
        ? [
            { label: words.balanceAfter, value: money(balance) },
            { label: words.underway, value: money(-underway) },
          ]
        : []),
      { label: words.balance, value: money(balance - underway), strong: true },
      ...(facts.unused_credit_cents > 0
        ? [{ label: words.unusedCredit, value: money(facts.unused_credit_cents) }]
        : []),
    ],
    texts: [],
  }
}

const isPaid = ({ kind }: StatementFacts['entries'][number]): boolean =>
  kind === 'payment' || kind === 'credit'

function textOf({ kind, number }: StatementFacts['entries'][number], words: Words): string {
  if (kind === 'invoice') return words.invoiceTitle(number ?? '')
  if (kind === 'late_fee') return words.lateFee(number ?? '')
  if (kind === 'credit') return words.creditFor(number ?? '')
  return kind === 'payment' ? words.paymentFor(number ?? '') : words.returnedOf(number ?? '')
}
