import { refuse, rule } from '../base/rule.ts'

/** `open`: we owe an answer. `waiting`: they do. */
export const threadStates = ['open', 'waiting', 'closed'] as const

type Reply = {
  /** The newest message that came in, and the last one the writer has seen. */
  last_in_id: string | null
  seen_id: string | null
}
type Match = { customer_id: string | null; wanted: string }

export const threadRules = {
  reply: rule(
    refuse(
      'thread_moved_on',
      'A new message came in. Read it, then send your reply.',
      ({ last_in_id, seen_id }: Reply) =>
        last_in_id !== null && (seen_id === null || seen_id < last_in_id),
    ),
  ),
  match: rule(
    refuse(
      'sender_known',
      'This conversation belongs to a customer already.',
      ({ customer_id, wanted }: Match) => customer_id !== null && customer_id !== wanted,
    ),
  ),
}
