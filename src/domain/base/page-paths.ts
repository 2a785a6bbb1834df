/** Every page outside the application, as src/web/app/routes.tsx declares them; a test keeps the two equal. */
export const publicPages: readonly string[] = [
  '/admin/owner-onboard',
  '/admin/owner-onboard/$code',
  '/agree/$token',
  '/auth/callback',
  '/card/$token',
  '/get-started',
  '/invite',
  '/invite/$token',
  '/invite/accept',
  '/invoices/$id',
  '/legal/privacy',
  '/legal/terms',
  '/login',
  '/onboarding-callback',
  '/owner-onboarding-callback',
  '/pay/$token',
  '/second-factor',
  '/signup/$code',
  '/signup/$code/done',
  '/signup/$code/pay',
  '/signup/org/$slug',
  '/signup/org/$slug/done',
  '/signup/org/$slug/pay',
  '/support',
  '/unauthorized',
]

const patterns = publicPages.map(
  (path) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+').replaceAll('/', '\\/')}\\/?$`),
)

/** True if a path shows something. Inside the application an unknown one leads to its start page. */
export const isPage = (path: string): boolean =>
  /^\/app(?:\/|$)/.test(path) || patterns.some((pattern) => pattern.test(path))
