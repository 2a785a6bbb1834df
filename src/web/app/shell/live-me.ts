import { api } from '../client.ts'
import { asksAgain, onLive } from '../live.ts'
import { meQuery } from '../me.ts'

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

asksAgain(['organization_updated'], ...settings.map((call) => api[call].key()))
/** What counts the people of the business. */
const counts = ['GET /api/owner/my-organization', 'GET /api/owner/platform-billing/status'] as const
asksAgain(['team_updated'], ...counts.map((call) => api[call].key()))
asksAgain(['organization_updated', 'customer_updated', 'schedule.*'], candidates.key())

onLive(['profile_updated', 'organization_updated'], (event, cache) => {
  // After a gap anything may have changed, so refetch everything on screen.
  if (event.type === 'resync') void cache.invalidateQueries()
  else {
    void cache.invalidateQueries({ queryKey: meQuery.queryKey })
    // It says what this person may do with them.
    void cache.invalidateQueries({ queryKey: api['GET /api/invoices'].key() })
  }
})
