import type { Note } from '../../domain/customers/customer.ts'
import type { OrgTx } from '../base/db/door.ts'
import { emit } from '../base/events.ts'
import type { LockedCustomer } from './write-row.ts'

type Author = { author_id: string | null; author_name: string | null }

/** Adds a note written by the office. */
export async function addWrittenNote(
  tx: OrgTx,
  { id, team_id }: LockedCustomer,
  text: string,
  author: Author,
): Promise<Note> {
  const note = await insertNote(tx, id, text, author)
    .returning(['id', 'text', 'author_name', 'created_at'])
    .executeTakeFirstOrThrow()
  await emit(tx, 'customer.changed', { customer_id: id }, { team_ids: [team_id] })
  return note
}

/** Adds a note about what the caller did, in their name. Emits nothing; the caller does. */
export async function addNote(tx: OrgTx, customer_id: string, text: string): Promise<void> {
  const { person_id } = tx.cause
  const author = person_id
    ? await tx
        .selectFrom('people')
        .select(['name', 'email'])
        .where('id', '=', person_id)
        .executeTakeFirst()
    : undefined
  const author_name = author ? (author.name ?? author.email) : null
  await insertNote(tx, customer_id, text, { author_id: person_id, author_name }).execute()
}

/** Adds a sign-up's remarks as a note. */
export const addSignupNote = (tx: OrgTx, customer_id: string, text: string): Promise<unknown> =>
  insertNote(tx, customer_id, text.slice(0, 5000), {
    author_id: null,
    author_name: 'Sign-up',
  }).execute()

const insertNote = (tx: OrgTx, customer_id: string, text: string, author: Author) =>
  tx.insertInto('customer_notes').values({ customer_id, text, ...author })
