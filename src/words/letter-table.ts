import type { MessageKind } from '../domain/messages/message-kinds.ts'
import type { FieldOf, VariantOf } from '../domain/messages/message-texts.ts'

/** What a kind of message says in one situation: plain text with names in braces. */
export type Wording = {
  subject: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  heading: string
  /** Paragraphs; a line with an empty value is left out. */
  body: readonly string[]
  /** In two columns; a row with an empty value is left out. */
  facts?: readonly (readonly [label: string, value: string])[]
  /** Label of the sum below the lines of a bill. */
  total?: string
  /** Label of the button that opens the link. */
  button?: string
  notes?: readonly string[]
  /** Why the message came. */
  footer: string
  /** The same in one text message; without it, the preheader. */
  sms?: string
}

/** The words of every kind in every situation; a missing one does not compile. */
export type LetterTable = { [K in MessageKind]: { [V in VariantOf<K>]: Wording } }

type Names<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Strings<T> = T extends string ? T : T extends object ? Strings<T[keyof T]> : never
type Unknown<T, K extends MessageKind> = Exclude<Names<Strings<T>>, FieldOf<K>>
type Known<T> = {
  [K in keyof T]: K extends MessageKind
    ? [Unknown<T[K], K>] extends [never]
      ? unknown
      : { 'unknown field': Unknown<T[K], K> }
    : never
}

/** A part of the table. A name in braces that is not a field of its kind does not compile. */
export const letters = <const T extends Partial<LetterTable>>(table: T & Known<T>): T => table
