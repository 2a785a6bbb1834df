import { calls } from '../../api/calls.ts'
import type { CallDeclaration } from '../../api/kit.ts'
import { DisputeSettled } from '../../domain/dispute.ts'

/** What a call does, in its own words; other acts have theirs here. */
const acts = new Map<string, string>([
  ...Object.entries(calls as Record<string, CallDeclaration>).flatMap(([key, call]) => [
    [key, call.summary] as const,
    ...(call.aliases ?? []).map(
      (alias) => [typeof alias === 'string' ? alias : alias.call, call.summary] as const,
    ),
  ]),
  ['customer.held', 'Visits held: a payment is overdue'],
  ['customer.released', 'Visits released'],
  ['impersonation.started', 'Support began to act as a person'],
  ['impersonation.stopped', 'Support stopped acting as a person'],
  ['impersonation.expired', 'Support’s time to act as a person ran out'],
  ['credit.dropped', 'Unused credit ended as a customer’s data was deleted'],
  ['customer.merged', 'Two customers merged'],
  ['signup.completed', 'A customer finished the sign-up'],
  ['signup.claimed', 'A customer signed in after the sign-up'],
  ['payment.excess', 'A payment beyond what was owed: the rest is refunded'],
  ['payment.disputed', 'A dispute about a payment changed'],
  ['invitation.claimed', 'An invitation was accepted'],
  ['organization.founded', 'The business was created'],
  ['organization.onboarded', 'The business finished its setup'],
  ['books.differ', 'A check of the books found amounts that do not add up'],
])

/** Who did it, if nobody of the business has that name: the platform's administrators, or somebody who left. */
export const strangerOf = (action: string): string =>
  /^impersonation\.|^POST \/api\/admin\//.test(action) ? 'Fieldhive support' : 'Somebody who left'

const settlements: Record<DisputeSettled, string> = {
  owed: 'After a lost dispute, the customer owes the amount again',
  written_off: 'After a lost dispute, the amount was written off',
}

/** What was done; for a call that decides one way or the other, which way: `after` is what was sent. */
export function actOf(action: string, after: unknown): string {
  const settled =
    action === 'POST /api/disputes/{id}/settlement' &&
    DisputeSettled.safeParse((after as { as?: unknown } | null)?.as)
  return settled && settled.success ? settlements[settled.data] : (acts.get(action) ?? action)
}
