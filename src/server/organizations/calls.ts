import type { organizations } from '../../api/organizations.ts'
import type { Handlers } from '../call.ts'
import { readReviewSettings } from '../../domain/review.ts'
import { publicView, readOrganization, readOrganizationRow } from './read.ts'
import { changeOrganization, changeReviewSettings } from './write.ts'

export const organizationHandlers: Handlers<typeof organizations> = {
  'GET /api/owner/my-organization': ({ readOrg }) => readOrg(readOrganization),

  'POST /api/owner/organization/update': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, body)
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

  'GET /api/users/my-organization': ({ readOrg }) =>
    readOrg(async (tx) => {
      const row = await readOrganizationRow(tx)
      return { ...(await publicView(tx, row)), customer_due_day: row.customer_due_day }
    }),
}
