import { BellRing, ChevronDown, ChevronUp } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import css from './needs.module.css'
import { isListOpen, keepListOpen, needView, totalText, useNeeds } from './queries.ts'

/**
 * What waits for the office, in one line that opens the list. `children`: what is dealt with on this page; the rest
 * leads to where it is. Renders nothing if nothing waits.
 */
export function NeedsYou({ children }: { children: ReactNode }) {
  const needs = useNeeds()
  const [isOpen, setOpen] = useState(isListOpen)
  const total = totalText(needs)
  if (total === null) return null
  const toggle = () => {
    keepListOpen(!isOpen)
    setOpen(!isOpen)
  }
  const elsewhere = needs.map(needView).filter(({ to }) => to !== '/app')
  return (
    <section className={`${css.needs} fh-no-print`} data-open={isOpen || undefined}>
      <button type="button" className={css.line} aria-expanded={isOpen} onClick={toggle}>
        <BellRing size={17} aria-hidden />
        Needs you ({total})
        {isOpen ? <ChevronUp size={17} aria-hidden /> : <ChevronDown size={17} aria-hidden />}
      </button>
      {isOpen && (
        <>
          {elsewhere.length > 0 && (
            <nav aria-label="Needs you">
              <ul className={css.pills}>
                {elsewhere.map(({ text, to, search }) => (
                  <li key={text}>
                    <Link to={to} search={search}>
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          {children}
        </>
      )}
    </section>
  )
}
