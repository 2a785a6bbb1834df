import { BellRing } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import css from './needs.module.css'
import { needView, useNeeds } from './queries.ts'

/** What waits for the office, at a glance; each leads to where it is dealt with. Renders nothing if nothing does. */
export function NeedsYou() {
  const needs = useNeeds()
    // Has a line of its own on the same page, with what to do.
    .filter(({ kind }) => kind !== 'unconfirmed')
    .map(needView)
  if (!needs.length) return null
  return (
    <nav className={`${css.strip} fh-no-print`} aria-label="Needs you">
      <h2>
        <BellRing size={17} aria-hidden /> Needs you
      </h2>
      <ul>
        {needs.map(({ text, to, search }) => (
          <li key={text}>
            <Link to={to} search={search}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
