import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOrganization, openScratch, type Scratch } from '../../../test/scratch.ts'
import { inOrgAll, system } from '../base/db/door.ts'
import { readReach } from './recipient.ts'

// A text names the consent it was sent under: the newest that still holds, of its customer and kind.

let scratch: Scratch
let org: string
beforeAll(async () => {
  scratch = await openScratch()
  org = await addOrganization(scratch.store)
})
afterAll(() => scratch.drop())

type Kind = 'sms' | 'sms_marketing' | 'autopay'
/** A consent: whose, what to, how many days ago, and whether it was taken back. */
type Given = { who?: 'other'; kind: Kind; days: number; revoked?: true }

/** Writes the consents of a new customer, and returns which of them a text of each kind would name. */
const shown = (given: readonly Given[]) =>
  inOrgAll(scratch.store, org, system, async (tx) => {
    const [one, other] = await tx
      .insertInto('customers')
      .values(['Ana', 'Ben'].map((name) => ({ name, status: 'active' })))
      .returning('id')
      .execute()
    const ids: string[] = []
    for (const { who, kind, days, revoked } of given) {
      const { id } = await tx
        .insertInto('consents')
        .values({
          customer_id: who === 'other' ? other!.id : one!.id,
          kind,
          accepted: true,
          text: 'Yes',
          text_hash: 'x',
          accepted_at: new Date(Date.now() - days * 86_400_000).toISOString(),
          revoked_at: revoked ? new Date().toISOString() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      ids.push(id)
    }
    const reached = (await readReach(tx, [one!.id])).get(one!.id)!
    const at = (id: string | null) => (id === null ? null : ids.indexOf(id))
    return { sms: at(reached.consent_id), sms_marketing: at(reached.offer_consent_id) }
  })

describe.each([
  ['sms', 'sms_marketing'],
  ['sms_marketing', 'sms'],
] as const)('the consent behind a text of the kind %s', (kind, another) => {
  it.each<[string, Given[], number | null]>([
    ['none', [], null],
    ['the only one', [{ kind, days: 1 }], 0],
    [
      'the newest of two',
      [
        { kind, days: 1 },
        { kind, days: 2 },
      ],
      0,
    ],
    [
      'the older one, if the newer was taken back',
      [
        { kind, days: 2 },
        { kind, days: 1, revoked: true },
      ],
      0,
    ],
    [
      'the newer one, if the older was taken back',
      [
        { kind, days: 2, revoked: true },
        { kind, days: 1 },
      ],
      1,
    ],
    ['none that was taken back', [{ kind, days: 1, revoked: true }], null],
    [
      'none of another kind',
      [
        { kind: another, days: 1 },
        { kind: 'autopay', days: 1 },
      ],
      null,
    ],
    ['none of another customer', [{ who: 'other', kind, days: 1 }], null],
  ])('is %s', async (_name, given, expected) => {
    expect((await shown(given))[kind]).toBe(expected)
  })
})
