import { Link } from '@tanstack/react-router'
import { readOnlyMessage } from '../../domain/platform.ts'
import { hasRole } from '../../domain/roles.ts'
import type { Me } from '../me.ts'

/** Shown to staff for as long as the organization's subscription has lapsed. */
export function ReadOnlyBanner({ me }: { me: Me }) {
  return (
    <section className="shell-notice" aria-label="Read only">
      <span>{readOnlyMessage}</span>
      {hasRole(me.roles, ['owner']) && (
        <Link to="/app/settings" search={{ tab: 'billing' }}>
          Go to Billing
        </Link>
      )}
    </section>
  )
}
