import { z } from 'zod'
import { emptyToNull } from '../base/contact.ts'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { locales } from '../base/locale.ts'
import { refuse, rule } from '../base/rule.ts'

export const productUpdateSizes = { subject: 150, text: 5000 } as const

/** Written in English; whoever reads Spanish gets the English too if there is no Spanish. */
export const NewProductUpdate = z
  .object({
    subject: z.string().trim().min(1, 'Enter a subject').max(productUpdateSizes.subject),
    text: z.string().trim().min(1, 'Enter the text').max(productUpdateSizes.text),
    subject_es: z
      .preprocess(emptyToNull, z.string().trim().max(productUpdateSizes.subject).nullable())
      .default(null),
    text_es: z
      .preprocess(emptyToNull, z.string().trim().max(productUpdateSizes.text).nullable())
      .default(null),
  })
  .refine(({ subject_es, text_es }) => subject_es !== null || text_es === null, {
    path: ['subject_es'],
    error: 'Enter the Spanish subject too',
  })
  .refine(({ subject_es, text_es }) => text_es !== null || subject_es === null, {
    path: ['text_es'],
    error: 'Enter the Spanish text too',
  })
export type NewProductUpdate = z.infer<typeof NewProductUpdate>

const states = ['draft', 'sending', 'sent'] as const

/** An update as the platform's administrators follow it. */
export const ProductUpdate = z.object({
  id: Id,
  subject: z.string(),
  text: z.string(),
  subject_es: z.string().nullable(),
  text_es: z.string().nullable(),
  state: z.enum(states),
  version: z.int(),
  /** People who had chosen product updates when it was sent. */
  people: z.int(),
  /** Letters handed over, still to go, come back, and not sent because their reader changed their mind or left. */
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  refused: z.int(),
  /** People who ended product updates by the link in this one. */
  unsubscribed: z.int(),
  /** Who sent it, or wrote the draft. */
  by_name: z.string().nullable(),
  created_at: Moment,
  sent_at: Moment.nullable(),
})
export type ProductUpdate = z.infer<typeof ProductUpdate>

/** The letter in one language. */
export const UpdateLetter = z.object({
  locale: z.enum(locales),
  subject: z.string(),
  html: z.string(),
})

/** `seen`: the version of the draft on screen. */
type DraftFacts = { state: ProductUpdate['state']; version: number; seen: number }

const sent = refuse(
  'update_sent',
  'This update has been sent and stays as it is.',
  ({ state }: Pick<DraftFacts, 'state'>) => state !== 'draft',
)
const changed = refuse(
  'update_changed',
  'This draft was changed in another window. Open it again to see the change.',
  ({ version, seen }: DraftFacts) => version !== seen,
)

export const productUpdateRules = {
  remove: rule(sent),
  change: rule<DraftFacts>(sent, changed),
  send: rule<DraftFacts & { people: number }>(
    sent,
    changed,
    refuse(
      'nobody_chose',
      'Nobody with a working mailbox has chosen product updates yet.',
      ({ people }) => people === 0,
    ),
  ),
}
