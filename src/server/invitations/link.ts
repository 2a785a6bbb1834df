import type { App } from '../call.ts'

const paths: Record<string, string> = {
  staff: '/invite/accept?code=',
  owner: '/admin/owner-onboard/',
}

/** The page a code is used on. */
export const linkOf = (app: App, kind: string, code: string): string =>
  `${app.config.PUBLIC_URL}${paths[kind] ?? '/signup/'}${code}`
