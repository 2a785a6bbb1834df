import type { Sender } from './letter.ts'
import { baseOf, type AnyCard } from './letter-values.ts'
import type { Letters } from './letter-values.ts'

type Told = { organization: Sender; customer_name?: string | null; url: string }

export type AutopayData = {
  /** `next`: what is charged from now on; null if nothing is. `is_merged`: they had agreed for an account that is gone. */
  autopay_changed: Told & { card: AnyCard; next: AnyCard; is_merged?: boolean }
  autopay_off: Told & { card: AnyCard }
}

export const autopayLetters: Letters<AutopayData> = {
  autopay_changed: (data, say) => ({
    from: data.organization,
    greets: data.customer_name ?? '',
    variant: data.is_merged ? 'merged' : data.next ? 'moved' : 'off',
    fields: {
      ...baseOf(data),
      card: say.card(data.card) || say.words.yourCard,
      next: say.card(data.next),
    },
  }),
  autopay_off: (data, say) => ({
    fields: {
      ...baseOf({ ...data, customer_name: data.customer_name ?? say.words.aCustomer }),
      card: say.card(data.card) || say.words.theCard,
    },
  }),
}
