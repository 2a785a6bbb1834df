// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pick, press, sampleFor, seen, show, type, type Answers } from '../../../test/on-screen.tsx'
import { MyProfile } from '../../api/people.ts'
import { Customer, ServiceLocation } from '../../domain/customers/customer.ts'
import { Payment, PaymentMethod } from '../../domain/money/payment.ts'
import { PlatformBilling } from '../../domain/money/platform.ts'
import { api } from './client.ts'
import { NotificationsCard } from '../shared/account/NotificationsCard.tsx'
import { ProfileCard } from '../shared/account/ProfileCard.tsx'
import { PaymentMethodSheet } from '../shared/organization/PaymentMethodSheet.tsx'
import { SubscriptionCard } from '../shared/organization/SubscriptionCard.tsx'
import { RefundSheet } from '../shared/money/RefundSheet.tsx'
import { Addresses } from './account/Addresses.tsx'
import { Organizations } from './account/Organizations.tsx'
import { WishedDays, WishedFrequency, WishedServices } from './account/Wishes.tsx'
import Impersonate from '../platform/admin/Impersonate.tsx'
import { OrganizationSheet } from '../platform/admin/OrganizationSheet.tsx'
import { OwnerInvites } from '../platform/admin/OwnerInvites.tsx'
import { CardActs } from '../office/customers/CardActs.tsx'
import InvoiceDetail from '../shared/invoices/InvoiceDetail.tsx'
import Insights from '../office/payments/Insights.tsx'
import { NoAccount } from '../office/payments/NoAccount.tsx'
import Payments from '../office/payments/Payments.tsx'
import Reports from '../office/payments/Reports.tsx'
import { AddMethodSheet } from '../portal/AddMethodSheet.tsx'
import { PaymentMethods } from '../portal/PaymentMethods.tsx'
import { Autopay } from '../portal/Autopay.tsx'
import UserInvoices from '../portal/UserInvoices.tsx'
import Sales from '../platform/sales/Sales.tsx'
import { ScheduleSettings } from '../office/schedule/office/ScheduleSettings.tsx'
import { PaymentsCard } from '../office/settings/PaymentsCard.tsx'
import Settings from '../office/settings/Settings.tsx'
import { SignupFrame } from '../public/signup/SignupFrame.tsx'
import { ImpersonationBanner } from './shell/Banners.tsx'

// Texts that no journey meets: what a screen says when a call fails without a sentence of its own, and a few labels.

const me = 'GET /api/users/me'
const as = (role: string): Answers => ({ [me]: { roles: [role], role } })

let end = () => {}
afterEach(() => end())

const none = () => null
const payment = { ...sampleFor(Payment), amount: 900, refunded_minor: 0 }
const customer = sampleFor(Customer)
const myself = sampleFor(MyProfile)
const wallet = { values: { wallets_on: true }, set: none }
const bought = { ...sampleFor(PlatformBilling), subscription_status: 'active' as const }
const settings = '/app/settings'

it.each<[text: string, part: () => ReactNode, answers?: Answers, path?: string]>([
  [
    'Create Account',
    () => (
      <SignupFrame step={null} organization={null}>
        -
      </SignupFrame>
    ),
  ],
  ['Incoming payments for your Stripe Connect account', () => <Payments />],
  ['You do not have access to organization settings.', () => <Settings />, as('manager'), settings],
  [
    'You do not have access to billing.',
    () => <Settings />,
    as('manager'),
    `${settings}?tab=billing`,
  ],
  [
    'Owner access required. No organization found for your account.',
    () => <Settings />,
    { [me]: { roles: ['owner'], organization_id: null } },
    settings,
  ],
  ['No avatar', () => <ProfileCard />, { [me]: { roles: ['owner'], avatar_url: null } }],
  ['Change Password', () => <ProfileCard />],
  ['SMS notifications', () => <NotificationsCard />],
  ['Product updates', () => <NotificationsCard />],
  ['Billing alerts', () => <NotificationsCard />],
  [
    'Unarchive',
    () => <CardActs customer={{ ...customer, status: 'archived' }} edit={none} archive={none} />,
  ],
  ['Unclaimed', () => <Sales />, as('sales')],
  [
    'Failed to load Stripe payments',
    () => <Payments />,
    { 'GET /api/owner/stripe/payments': { ok: false, error: '' } },
  ],
  ['Refresh status', () => <PaymentsCard {...wallet} />],
])('shows “%s”', async (text, part, answers, path) => {
  end = show(part(), { ...as('owner'), ...answers }, path)
  expect(await seen(text)).toContain(text)
})

it.each<[text: string, part: () => ReactNode, call: string]>([
  ['Failed to load invoices', () => <UserInvoices />, 'GET /api/invoices'],
  ['Failed to load invoice', () => <InvoiceDetail />, 'GET /api/invoices/{id}'],
  ['Failed to fetch payments', () => <Payments />, 'GET /api/owner/stripe/payments'],
  ['Failed to load data', () => <Reports />, 'GET /api/owner/stripe/payments'],
  ['Failed to load data', () => <ScheduleSettings opened onClose={none} />, 'GET /api/owner/teams'],
  ['Failed to load Stripe balance', () => <Insights />, 'GET /api/owner/stripe/balance'],
  ['Failed to load earnings', () => <Insights />, 'GET /api/owner/stripe/earnings'],
  [
    'Failed to load owner invites',
    () => <OwnerInvites />,
    'GET /api/admin/owner-invitations/recent',
  ],
  ['Failed to load users', () => <Impersonate />, 'GET /api/admin/users'],
  ['Failed to load preferences', () => <WishedDays />, 'GET /api/users/preferences'],
  ['Failed to load billing status', () => <PaymentMethods />, 'GET /api/users/billing/status'],
  ['Failed to load billing info', () => <Autopay />, 'GET /api/users/billing-settings'],
])('says “%s” when it cannot be read', async (text, part, call) => {
  end = show(part(), { ...as('owner'), [call]: null })
  expect(await seen(text)).toContain(text)
})

const place = { ...sampleFor(ServiceLocation), label: 'Home', is_default: false }
const places = { 'GET /api/users/locations': { locations: [place] } }
const methods = {
  'GET /api/users/billing/status': {
    paymentMethods: [{ ...sampleFor(PaymentMethod), is_default: false, status: 'active' }],
  },
}

it.each<[text: string, part: () => ReactNode, call: string, acts: string[], answers?: Answers]>([
  ['Failed to update profile', () => <ProfileCard />, 'PUT /api/users/update-me', ['Save']],
  [
    'Failed to save account',
    () => <ProfileCard />,
    'PUT /api/users/update-me',
    ['Save'],
    as('user'),
  ],
  [
    'Could not start password change',
    () => <ProfileCard />,
    'POST /api/users/password-change-ticket',
    ['Change Password'],
  ],
  [
    'Could not cancel subscription',
    () => <SubscriptionCard billing={{ ...bought, cancel_at_period_end: false }} />,
    'POST /api/owner/platform-billing/cancel',
    ['Cancel subscription', '→ Cancel subscription'],
  ],
  [
    'Could not restart subscription',
    () => <SubscriptionCard billing={{ ...bought, cancel_at_period_end: true }} />,
    'POST /api/owner/platform-billing/restart',
    ['Restart subscription'],
  ],
  [
    'Could not open Stripe Dashboard',
    () => <PaymentsCard {...wallet} />,
    'POST /api/owner/platform-billing/dashboard-link',
    ['Open Stripe Dashboard'],
  ],
  [
    'Could not create onboarding link',
    () => <PaymentsCard {...wallet} />,
    'POST /api/owner/stripe/start-onboarding',
    ['Continue Onboarding'],
    { 'POST /api/owner/stripe/refresh': { charges_enabled: false } },
  ],
  [
    'Could not start Stripe onboarding',
    () => <NoAccount />,
    'POST /api/owner/stripe/start-onboarding',
    ['Start onboarding'],
  ],
  [
    'Refund failed',
    () => <RefundSheet payment={payment} onClose={none} onRefunded={none} />,
    'POST /api/owner/stripe/refund',
    ['Refund'],
  ],
  [
    'Failed to remove address',
    () => <Addresses />,
    'DELETE /api/users/locations/{id}',
    ['Remove Home', '→ Remove'],
    places,
  ],
  [
    'Failed to update default',
    () => <Addresses />,
    'PUT /api/users/locations/{id}/default',
    ['Make Home the default'],
    places,
  ],
  [
    'Failed to save address',
    () => <Addresses />,
    'PUT /api/users/locations/{id}',
    ['Edit Home', 'Save'],
    places,
  ],
  [
    'Failed to save preferences',
    () => <WishedServices />,
    'PUT /api/users/preferences',
    ['Sample text, $0.01', 'Save'],
  ],
  [
    'Failed to save availability',
    () => <WishedDays />,
    'PUT /api/users/preferences',
    ['Tuesday', 'Save'],
  ],
  [
    'Failed to save frequency',
    () => <WishedFrequency />,
    'PUT /api/users/preferences',
    ['Monthly', 'Save'],
  ],
  [
    'Failed to set default payment method',
    () => <PaymentMethods />,
    'POST /api/users/billing/set-default',
    ['Make default'],
    methods,
  ],
  [
    'Failed to remove payment method',
    () => <PaymentMethods />,
    'POST /api/users/billing/detach',
    ['Remove', '→ Remove'],
    methods,
  ],
  [
    'Failed to start payment method update',
    () => <PaymentMethods />,
    'POST /api/users/billing/portal',
    ['Manage on Stripe'],
    methods,
  ],
  [
    'Failed to save billing settings',
    () => <Autopay />,
    'PATCH /api/users/billing-settings',
    ['Save'],
  ],
])('says “%s” when a call fails', async (text, part, call, acts, answers) => {
  end = show(part(), { ...as('owner'), ...answers, [call]: null })
  for (const act of acts)
    await (act.startsWith('→ ') ? press(act.slice(2), '[role=dialog]') : press(act))
  expect(await seen(text)).toContain(text)
})

it('says “Failed to select organization” when a switch fails', async () => {
  end = show(<Organizations />, {
    [me]: {
      roles: ['user'],
      memberships: [{ role: 'user', organization_id: 'other', organization_name: 'Other' }],
    },
    'POST /api/users/organizations/select': null,
  })
  await press('Go to Other')
  expect(await seen('Failed to select organization')).toContain('Failed to select organization')
})

it('says “Search not available” when the search fails', async () => {
  end = show(<Organizations />, { ...as('user'), 'GET /api/users/organizations/search': null })
  await pick('Industry', 'Cleaning')
  await press('Search')
  expect(await seen('Search not available')).toContain('Search not available')
})

it('says “Failed to add address” when an address cannot be added', async () => {
  end = show(<Addresses />, { ...as('user'), 'POST /api/users/locations': null })
  await press('Add address')
  for (const [label, text] of Object.entries({
    Street: '1 Elm St',
    City: 'Durham',
    State: 'NC',
    ZIP: '27701',
  }))
    await type(label, text)
  await press('Add address')
  expect(await seen('Failed to add address')).toContain('Failed to add address')
})

it('says “Failed to create organization” when it cannot be created', async () => {
  end = show(<OrganizationSheet opened onClose={none} organization={null} />, {
    ...as('admin'),
    'POST /api/admin/create-organization': null,
  })
  await type('Name', 'New Business')
  await press('Create organization')
  expect(await seen('Failed to create organization')).toContain('Failed to create organization')
})

it('says “Failed to stop impersonation” in an alert', async () => {
  const alert = vi.fn<(text: string) => void>()
  vi.stubGlobal('alert', alert)
  end = show(<ImpersonationBanner me={myself} />, { 'POST /api/admin/impersonate/stop': null })
  await press('Stop impersonating')
  await vi.waitFor(() => expect(alert).toHaveBeenCalledWith('Failed to stop impersonation'))
})

it('says “Request was cancelled.” of a call that was called off', async () => {
  end = show('')
  await expect(api['GET /api/users/me']({ signal: AbortSignal.abort() })).rejects.toThrow(
    'Request was cancelled.',
  )
})

describe('a method that the provider does not take', () => {
  const element = { mount: () => {}, destroy: () => {}, update: () => {}, off: () => {} }
  // The library is kept once it is loaded.
  let answer: () => Promise<object>
  /** The provider’s library, as far as the form asks of it. */
  const providing = (confirm: () => Promise<object>) => {
    answer = confirm
    const create = () => ({
      ...element,
      on: (event: string, tell: () => void) => event === 'ready' && setTimeout(tell),
    })
    const names = ['createToken', 'createPaymentMethod', 'confirmCardPayment', '_registerWrapper']
    vi.stubGlobal('Stripe', () => ({
      ...Object.fromEntries(names.map((name) => [name, () => {}])),
      elements: () => ({ create, update: () => {} }),
      confirmSetup: () => answer(),
    }))
  }
  const keys = { client_secret: 'seti_1_secret_2', publishable_key: 'pk_live_1', script_url: null }
  const forBills = <PaymentMethodSheet title="Add" opened onClose={none} onSaved={none} />

  it.each<[text: string, confirm: () => Promise<object>]>([
    ['Could not confirm payment method', async () => ({ error: { type: 'card_error' } })],
    ['Failed to confirm payment method', () => Promise.reject(new Error('away'))],
  ])('says “%s”', async (text, confirm) => {
    providing(confirm)
    end = show(forBills, {
      [me]: { roles: ['owner'], name: 'Olivia Owner' },
      'POST /api/owner/platform-billing/set-payment-method': keys,
    })
    await press('Save payment method')
    expect(await seen(text)).toContain(text)
  })

  it('says “Saved, but failed to set as default”', async () => {
    const setupIntent = { id: 'seti_1', status: 'succeeded', payment_method: 'pm_1' }
    providing(async () => ({ setupIntent }))
    end = show(<AddMethodSheet hasDefault organization="Green Acres" onClose={none} />, {
      ...as('user'),
      'POST /api/users/billing/setup-intent': keys,
      'POST /api/users/billing/saved': { saved: true, pending_verification: false },
      'POST /api/users/billing/set-default': null,
    })
    await press('Save card')
    expect(await seen('Saved, but failed to set as default')).toContain(
      'Saved, but failed to set as default',
    )
  })
})

it('says “Profile updated” once it is', async () => {
  end = show(<ProfileCard />, {
    ...as('owner'),
    'PUT /api/users/update-me': { pending_email: null },
  })
  await press('Save')
  expect(await seen('Profile updated')).toContain('Profile updated')
})
