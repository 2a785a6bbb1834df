/** `path` with the business it is about, for people who belong to several. */
export const withBusiness = (path: string, organization_id: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}business=${organization_id}`

/** The business a link names, and the link without it; null if it names none. */
export function businessIn(href: string): { organization_id: string; rest: string } | null {
  const organization_id = /[?&]business=([^&#]+)/.exec(href)?.[1]
  if (!organization_id) return null
  const rest = href.replace(/([?&])business=[^&#]*(&?)/, (_all, before: string, after: string) =>
    after ? before : '',
  )
  return { organization_id, rest }
}
