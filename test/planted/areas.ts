/** The areas of the closing table. A file belongs to the first that names it; those with paths share no file. */
const named = {
  money: [
    'src/server/{billing,card-page,chasing,consents,crediting,credits,invoices,ledger,pay-page,payments,payouts,platform,price-campaigns,tax,tips}/',
    'src/server/outside/{ask-provider,faults,id-of,payment-faults,payments,stripe,stripe-account,stripe-platform}.ts',
    'src/api/{billing,card-page,chasing,consents,credits,disputes,invoices,pay-page,payments,payouts,platform,price-campaigns,receivables,refunds,taxes,tips,to-bill}.ts',
  ],
  'identity and rights': [
    'src/server/{admin,gate-codes,identity,invitations,people,second-factor,security,sessions,signup,staff}/',
    'src/server/{admission,gate-seal,secrets,security-headers}.ts',
    'src/api/{admin,gate-codes,invitations,people,second-factor,security-log,sessions,sign-in,signup,staff}.ts',
  ],
  messages: [
    'src/server/{announcements,inbox,messages,product-updates,push,threads,unsubscribe}/',
    'src/server/outside/{mail,push,sms,twilio}.ts',
    'src/api/{announcements,inbox,inbox-webhooks,messages,product-updates,push,unsubscribe}.ts',
  ],
  jobs: ['src/server/jobs/', 'src/server/job-handlers.ts'],
  imports: ['src/server/imports/', 'src/api/imports.ts'],
  'call kit': [
    'src/server/{call,call-context,codes,errors,handlers,http,idempotency,merged-ids,mount,page,refusals,turns,well-formed}.ts',
    'src/api/{calls,kit}.ts',
  ],
  'outbox and kept data': [
    'src/web/{kept,outbox}/',
    'src/web/{app-worker,kept-answers,kept-gate-codes,kept-state,person-here,push-here,seen-pictures,sending-keys}.ts',
  ],
}
const rest = {
  'rest of the server': ['src/server/', 'src/api/'],
  domain: ['src/domain/', 'src/words/'],
  'web screens': ['src/web/'],
}

/** `a/{b,c}/` as `a/b/` and `a/c/`. */
const spelledOut = (path: string): string[] => {
  const [, head, choices, tail] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? []
  return choices ? choices.split(',').map((one) => `${head}${one}${tail}`) : [path]
}
const spellOut = (areas: Record<string, string[]>) =>
  Object.entries(areas).map(([area, paths]) => ({ area, paths: paths.flatMap(spelledOut) }))

/** Areas with the folders and files that they name. */
export const namedAreas = spellOut(named)
export const areas = [...namedAreas, ...spellOut(rest)]

/** Nothing is planted in what is only shown as an example: the sums and names of a letter's preview. */
export const examples = ['src/server/messages/letter-examples.ts']

/** The area of a product file. */
export function areaOf(file: string): string {
  const found = areas.find(({ paths }) => paths.some((path) => file.startsWith(path)))
  if (!found) throw new Error(`${file} belongs to no area of test/planted/areas.ts.`)
  return found.area
}
