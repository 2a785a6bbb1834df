import type { organizations } from '../../api/organizations.ts'
import { clampChargeDays } from '../billing/clamp-charge-days.ts'
import type { Handlers } from '../call.ts'
import { readReviewSettings } from '../../domain/review.ts'
import { changeBrand, drawLogo, readBrand, readLogo } from './brand.ts'
import { publicView, readOrganization, readOrganizationRow } from './read.ts'
import { changeOrganization, changeReviewSettings } from './write.ts'

export const organizationHandlers: Handlers<typeof organizations> = {
  'GET /api/owner/my-organization': ({ readOrg }) => readOrg(readOrganization),

  'POST /api/owner/organization/update': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, body)
      if (body.customer_due_day !== undefined) await clampChargeDays(tx, body.customer_due_day)
      return readOrganization(tx)
    }),

  'PATCH /api/owner/schedule-settings': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, { schedule_settings: body })
      return readOrganization(tx)
    }),

  'GET /api/owner/review-settings': ({ readOrg }) =>
    readOrg(async (tx) => readReviewSettings((await readOrganizationRow(tx)).message_settings)),

  'PUT /api/owner/review-settings': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeReviewSettings(tx, body)
      return body
    }),

  'GET /api/owner/brand': ({ readOrg }) => readOrg(readBrand),

  'PUT /api/owner/brand': async ({ inOrg, body: { color, picture } }) => {
    const drawn = typeof picture === 'string' ? await drawLogo(picture) : picture
    return inOrg(async (tx) => {
      await changeBrand(tx, { color, picture: drawn })
      return readBrand(tx)
    })
  },

  'GET /api/public/logos/{id}/{hash}': async ({ app, params, reply }) => {
    const { hash, type, bytes } = await readLogo(app, params.id)
    // Mail in a browser shows it on pages of other origins.
    await reply
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "default-src 'none'")
      .header(
        'cache-control',
        hash === params.hash ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      )
      .type(type)
      .send(bytes)
    return undefined as never
  },

  'GET /api/users/my-organization': ({ readOrg }) =>
    readOrg(async (tx) => {
      const row = await readOrganizationRow(tx)
      return { ...(await publicView(tx, row)), customer_due_day: row.customer_due_day }
    }),
}
