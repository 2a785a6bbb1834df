import type { LocalDate } from '../src/domain/base/dates.ts'
import type { App } from '../src/server/base/call.ts'
import { inOrgAll, type OrgTx } from '../src/server/base/db/door.ts'
import type { WorldOrganization } from './plan.ts'

/** The payment sandbox's address and key; the demo world's cards are saved and charged through it. */
export type PaymentSwitch = { host: string; port: number; secretKey: string }

export type BuiltOrganization = {
  id: string
  slug: string
  today: LocalDate
  people: Record<string, { id: string; email: string }>
  customers: Record<
    string,
    { id: string; rules: { id: string; series_id: string; service: string }[] }
  >
  teams: Record<string, string>
  services: Record<string, string>
  invoices: Record<string, string>
  permanent_code: string
}

/** A demo business under construction: its plan, and what exists already. */
export type Building = {
  app: App
  sandbox: PaymentSwitch | null
  plan: WorldOrganization
  password: string
  built: BuiltOrganization
}

/** Writes as the owner of the business. */
export const asItsOwner = <T>(
  { app, built }: Building,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> => inOrgAll(app.store, built.id, { person_id: built.people['owner']!.id }, work)

/** Calls the payment sandbox as a browser would. */
export async function ask(
  sandbox: PaymentSwitch,
  path: string,
  body: Record<string, string>,
  account?: string,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`http://${sandbox.host}:${sandbox.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox.secretKey}`,
      ...(account ? { 'stripe-context': account } : {}),
      ...(path.startsWith('/_sandbox')
        ? { 'content-type': 'application/json' }
        : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    body: path.startsWith('/_sandbox')
      ? JSON.stringify(body)
      : new URLSearchParams(body).toString(),
  })
  const value = (await answer.json()) as Record<string, unknown>
  if (!answer.ok) throw new Error(`The payment sandbox refused ${path}: ${JSON.stringify(value)}`)
  return value
}
