import { expect, test } from './fixtures.ts'
import { people } from './people.ts'
import { callsOf } from './sign-in.ts'

// A customer of two businesses follows links from the letters of each.
test.use({ world: 'two-businesses' })

test('a letter opens the business it came from', async ({ as, server }) => {
  const customer = await callsOf(server.url, people.user)
  const { organizations } = await customer(
    'GET',
    '/api/users/organizations/search?industry=Cleaning&q=Bright',
  )
  const lawn = (await customer('GET', '/api/users/me')).organization_id
  const cleaning = organizations[0].id
  await customer('POST', '/api/users/organizations/select', { organization_id: cleaning })

  const page = await as('user', `/app/user/payments?business=${lawn}`)
  await expect(page.getByText(/^Green Acres Lawn Care receives your payments/)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await page.goto(`/app/user/payments?business=${cleaning}`)
  await expect(page.getByText(/^Bright Side Cleaning receives your payments/)).toBeVisible()
  // One they do not belong to changes nothing.
  await page.goto('/app/user/payments?business=019a0000-0000-7000-8000-000000000000')
  await expect(page.getByText(/^Bright Side Cleaning receives your payments/)).toBeVisible()
})
