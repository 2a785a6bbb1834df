import { tallyOf, type NewAnnouncement } from '../../domain/announcement.ts'
import { planTelling } from '../../domain/message.ts'
import type { OrgTx } from '../db/door.ts'
import { readReach, reachAddress } from '../messages/reach.ts'
import { wordedFor } from '../messages/tell.ts'
import { readGroup } from './group.ts'
import { limitedTo, wordsOf, type Content } from './telling.ts'

/** How many customers are looked at in one query. */
const atOnce = 500

/** What it looks like, and a count by the very rules that decide when it is sent. */
export async function preview(tx: OrgTx, { group, ...content }: NewAnnouncement) {
  const ids = await readGroup(tx, group)
  const now = new Date().toISOString()
  const plans = []
  for (let at = 0; at < ids.length; at += atOnce)
    for (const to of (await readReach(tx, ids.slice(at, at + atOnce))).values())
      plans.push(planTelling(limitedTo(to, content).recipient, content.kind, now))
  const tally = tallyOf(plans, content)
  return { ...(await look(tx, content)), tally }
}

async function look(tx: OrgTx, content: Content) {
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  const to = await reachAddress(tx, { email: 'customer@example.com' })
  const data = wordsOf(content, { organization, name: null })
  const email = await wordedFor(tx, to, content.kind, data, 'email')
  const sms = await wordedFor(tx, to, content.kind, data, 'sms')
  return {
    email: { subject: email.subject ?? '', html: email.html ?? '' },
    sms: { text: sms.text, segments: sms.segments ?? 1 },
  }
}
