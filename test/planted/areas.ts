/** The areas of the closing table. A file belongs to the first that names it; those with paths share no file. */
const named = {
  money: [
    'src/server/money/',
    'src/server/base/sums/',
    'src/server/flows/{card-page,pay-page}/',
    'src/server/base/outside/{faults,id-of,payment-faults,payments,stripe,stripe-account,stripe-platform}.ts',
    'src/api/{bill-reminders,billing,card-page,consents,credits,disputes,invoices,pay-page,payments,payouts,platform,price-campaigns,receivables,refunds,taxes,tips,to-bill}.ts',
  ],
  'identity and rights': [
    'src/server/people/',
    'src/server/base/security/',
    'src/server/flows/{admin,gate-codes,signup}/',
    'src/server/{admission,security-headers}.ts',
    'src/server/base/{actor,gate-seal}.ts',
    'src/server/base/kit/secrets.ts',
    'src/api/{admin,gate-codes,invitations,people,second-factor,security-log,sessions,sign-in,signup,staff}.ts',
  ],
  messages: [
    'src/server/messages/',
    'src/server/delivery.ts',
    'src/server/flows/{announcements,inbox,product-updates,unsubscribe,visit-reminders}/',
    'src/server/base/outside/{mail,push,sms,twilio}.ts',
    'src/api/{announcements,inbox,inbox-webhooks,messages,product-updates,push,unsubscribe}.ts',
  ],
  jobs: ['src/server/base/jobs/', 'src/server/{job-handlers,sweep}.ts'],
  imports: ['src/server/flows/imports/', 'src/api/imports.ts'],
  'call kit': [
    'src/server/{call-context,handlers,http,mount}.ts',
    'src/server/base/{call,idempotency}.ts',
    'src/server/base/kit/{codes,errors,page,refusals,turns,well-formed}.ts',
    'src/api/{calls,kit}.ts',
  ],
  'outbox and kept data': [
    'src/web/app/kept/',
    'src/web/shared/outbox/',
    'src/web/app/{app-worker,kept-answers,kept-gate-codes,kept-state,person-here,push-here,seen-pictures,sending-keys}.ts',
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
