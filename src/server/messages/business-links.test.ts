import { afterAll, beforeAll, expect, it } from 'vitest'
import { letterSamples } from '../../../test/letter-samples.ts'
import { messageKinds, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { variantsOf } from '../../domain/messages/message-texts.ts'
import { openTestBed, type TestBed } from '../schedule/visits/test-bed.ts'
import { homeUrl } from './links.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'

// A customer of several businesses opens the one whose letter it is.
let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const ours = homeUrl('/app')
const linksIn = (text: string) =>
  [...text.replaceAll('&amp;', '&').matchAll(/https?:\/\/[^\s"<]+/g)].map(([url]) => url)

const kinds = (Object.keys(messageKinds) as MessageKind[]).filter(
  (kind) => messageKinds[kind].to === 'customer',
)

it.each(kinds)('%s leads its customer to its business', async (kind) => {
  for (const variant of variantsOf(kind)) {
    const sample = (letterSamples[kind] as Record<string, object>)[variant]!
    const data = 'url' in sample ? { ...sample, url: `${ours}/user` } : sample
    const written = await bed.write(async (tx) => {
      const customer = (await readReach(tx, [bed.ids.bob])).get(bed.ids.bob)!
      const [sending] = await tell(tx, customer, { kind, data: data as never })
      return tx
        .selectFrom('messages')
        .select(['text', 'html', 'data'])
        .where('id', '=', sending!.id)
        .executeTakeFirstOrThrow()
    })
    const links = [...linksIn(written.text), ...linksIn(written.html ?? '')].filter((url) =>
      url.startsWith(ours),
    )
    expect(links.filter((url) => url !== `${ours}/user?business=${bed.ids.org}`)).toEqual([])
    if ('url' in sample) expect(links.length).toBeGreaterThan(0)
  }
})
