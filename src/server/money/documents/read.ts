import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { plainColor, type Brand } from '../../../domain/base/brand.ts'
import type { InvoiceDetail } from '../../../domain/money/invoice.ts'
import { localeFrom, type Locale } from '../../../domain/base/locale.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { capturedStatuses } from '../payments/facts.ts'
import { contestedOf, takenOf } from '../../base/sums/kept.ts'
import { readDetail } from '../invoices/read.ts'

export type PaidPart = Pick<
  Selectable<Database['payments']>,
  | 'id'
  | 'kind'
  | 'amount_cents'
  | 'kept_cents'
  | 'refunded_cents'
  | 'pm_type'
  | 'card_brand'
  | 'last4'
  | 'wallet'
> & {
  captured_at: string
  /** What of it the bank took back for good. */
  taken_cents: number
  /** What of it the bank has set aside until it decides. */
  contested_cents: number
}

/** The look and the language of a paper. */
export type Letterhead = {
  locale: Locale
  zone: string
  terms: string
  color: string
  logo: { bytes: Uint8Array; width: number; height: number } | null
  organization: InvoiceDetail['organization']
}
export type InvoiceFacts = Letterhead & {
  detail: InvoiceDetail
  payments: PaidPart[]
}

/** Everything an invoice or a receipt shows; 404 for one the reader may not see. */
export async function readInvoiceFacts(tx: OrgTx, id: string): Promise<InvoiceFacts> {
  const detail = await readDetail(tx, id, { roles: [] })
  const [head, payments] = await Promise.all([
    readLetterhead(tx, detail.invoice.customer_id),
    readPaid(tx, id),
  ])
  return { ...head, detail, payments }
}

export async function readLetterhead(tx: OrgTx, customer_id: string): Promise<Letterhead> {
  const [organization, picture, { rows }] = await Promise.all([
    tx
      .selectFrom('organizations')
      .select([
        'name',
        'email',
        'phone_number',
        'street',
        'city',
        'state',
        'zip',
        'time_zone',
        'logo',
        'brand_color',
        'schedule_settings',
      ])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
    tx.selectFrom('organization_logos').select('content').executeTakeFirst(),
    sql<{ locale: string | null }>`select coalesce(c.locale, p.locale) as locale from customers c
      left join people p on p.id = c.person_id where c.id = ${customer_id}::uuid`.execute(tx),
  ])
  const { time_zone, logo, brand_color, schedule_settings, ...contact } = organization
  const shape = logo as Brand['logo']
  return {
    locale: localeFrom(rows[0]?.locale) ?? 'en',
    zone: time_zone,
    terms: readScheduleSettings(schedule_settings).invoice_terms,
    color: brand_color ?? plainColor,
    logo:
      picture && shape
        ? {
            bytes: new Uint8Array(Buffer.from(picture.content, 'base64')),
            width: shape.width,
            height: shape.height,
          }
        : null,
    organization: contact,
  }
}

const readPaid = (tx: OrgTx, invoice_id: string) =>
  tx
    .selectFrom('payments as p')
    .select([
      'id',
      'kind',
      'amount_cents',
      'kept_cents',
      'refunded_cents',
      'pm_type',
      'card_brand',
      'last4',
      'wallet',
      'captured_at',
      takenOf.as('taken_cents'),
      contestedOf.as('contested_cents'),
    ])
    .where('invoice_id', '=', invoice_id)
    .where('captured_at', 'is not', null)
    .where('status', 'in', [...capturedStatuses])
    .orderBy('captured_at')
    .$narrowType<{ captured_at: string }>()
    .execute()
