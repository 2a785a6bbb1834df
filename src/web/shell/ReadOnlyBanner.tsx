import { Link } from '@tanstack/react-router'
import { hasRole } from '../../domain/roles.ts'
import type { Me } from '../me.ts'
import { useWords } from '../words.ts'
import { shellWords } from './words.ts'

/** Shown to staff for as long as the organization's subscription has lapsed. */
export function ReadOnlyBanner({ me }: { me: Me }) {
  const words = useWords(shellWords)
  return (
    <section className="shell-notice" aria-label={words.readOnly}>
      <span>{words.readOnlyMessage}</span>
      {hasRole(me.roles, ['owner']) && (
        <Link to="/app/settings" search={{ tab: 'billing' }}>
          {words.goToBilling}
        </Link>
      )}
    </section>
  )
}
