import { api } from '../client.ts'
import { onLive } from '../live.ts'

/** What a business sets, and its name, as forms and lists on many screens show it. */
const settings = [
  'GET /api/owner/services',
  'GET /api/crew/services',
  'GET /api/users/services',
  'GET /api/owner/tax-rates',
  'GET /api/owner/invitations/permanent',
  'GET /api/owner/canned-replies',
  'GET /api/owner/review-settings',
  'GET /api/owner/sign-in-rules',
  'GET /api/owner/brand',
  'GET /api/owner/first-steps',
  'GET /api/owner/platform-billing/status',
  'GET /api/owner/my-organization',
  'GET /api/users/my-organization',
  'GET /api/users/organizations/search',
  'GET /api/users/offer-texts',
  'GET /api/invoices/{id}',
] as const
const candidates = api['GET /api/schedule/candidates']

onLive(['organization_updated'], (event, cache) => {
  if (event.type === 'resync') return
  for (const call of settings) void cache.invalidateQueries({ queryKey: api[call].key() })
})
// It counts the people of the business.
onLive(['team_updated'], (event, cache) => {
  const organization = api['GET /api/owner/my-organization']
  if (event.type !== 'resync') void cache.invalidateQueries({ queryKey: organization.key() })
})
onLive(['organization_updated', 'customer_updated', 'schedule.*'], (event, cache) => {
  if (event.type !== 'resync') void cache.invalidateQueries({ queryKey: candidates.key() })
})
