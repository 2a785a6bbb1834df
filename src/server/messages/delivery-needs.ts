import type { Selectable } from 'kysely'
import type { Store } from '../base/db/store.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import type { Database } from '../../../db/schema.ts'
import type { NeverReason } from '../../domain/messages/message.ts'
import type { OrgTx } from '../base/db/door.ts'

export type InvoicePaper = { kind: 'invoice' | 'receipt'; id: string }

/** A paper a message carries, by the id of its invoice; a statement by the id of its customer. */
export type AttachedPaper =
  | InvoicePaper
  | { kind: 'statement'; id: string; from: LocalDate; to: LocalDate }

/** Draws a paper for a mail, as it is when the mail leaves. */
export type DrawPaper = (
  store: Store,
  organization_id: string,
  attached: AttachedPaper,
) => Promise<{ name: string; type: string; bytes: Uint8Array }>

export type Message = Selectable<Database['messages']>

/** What only later parts of the product know of a message: `delivery.ts` has them. */
export type DeliveryNeeds = {
  /** Draws the paper that a mail carries. */
  draw: DrawPaper
  /** Why a message that waited is no longer true; null if it is. */
  overtaken: (tx: OrgTx, message: Message) => Promise<NeverReason | null>
}
