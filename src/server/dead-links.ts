import type { App } from './base/call.ts'
import { onPlatform, system } from './base/db/door.ts'
import { findStaffOffer } from './people/invitations/read.ts'
import { findOwnerCode } from './flows/onboarding/owner-code.ts'
import { Refused } from './base/kit/refusals.ts'
import { findSignup } from './flows/signup/target.ts'
import { invoiceOf } from './flows/pay-page/find.ts'
import { findLink } from './flows/card-page/find.ts'
import { findByToken } from './money/consents/read.ts'

type Find = (app: App, secret: string) => Promise<unknown>

/** Pages whose address holds a secret, and how it is looked up: as their calls do. */
const pages: readonly [RegExp, Find][] = [
  [/^\/pay\/([^/]+)$/, invoiceOf],
  [/^\/card\/([^/]+)$/, findLink],
  [/^\/agree\/([^/]+)$/, findByToken],
  [
    /^\/invite\/accept\/([^/]+)$/,
    (app, code) => onPlatform(app.store, system, (tx) => findStaffOffer(tx, code)),
  ],
  [/^\/(?:signup|invite)\/(?!org\/|accept$)([^/]+)$/, (app, code) => findSignup(app, code)],
  [
    /^\/admin\/owner-onboard\/([^/]+)$/,
    (app, code) => onPlatform(app.store, system, (tx) => findOwnerCode(tx, code)),
  ],
]

/** True if what a page's address opened is gone. A fault elsewhere is the page's to show. */
export async function isDeadLink(app: App, url: string): Promise<boolean> {
  const [path = '', query = ''] = url.split('?')
  const code = path === '/invite/accept' ? new URLSearchParams(query).get('code') : null
  for (const [pattern, find] of pages) {
    const secret = pattern.exec(code ? `${path}/${code}` : path)?.[1]
    if (!secret) continue
    return find(app, secret).then(
      () => false,
      (fault: unknown) => fault instanceof Refused && fault.status === 404,
    )
  }
  return false
}
