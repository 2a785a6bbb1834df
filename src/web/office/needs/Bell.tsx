import { ActionIcon, Button, Popover } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import css from './needs.module.css'
import { keepListOpen, needView, totalText, useNeeds } from './queries.ts'

/** The dashboard's two addresses. */
const isDashboard = (path: string): boolean => /^\/app(\/dashboard-owner)?\/?$/.test(path)

/** What waits for the office, on every page but the dashboard, which says it in a line of its own. */
export default function Bell() {
  const [isOpen, setOpen] = useState(false)
  const needs = useNeeds()
  const total = totalText(needs)
  if (isDashboard(useLocation().pathname)) return null
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={36}
          className={css.bell}
          data-bell
          aria-label={total ? `Needs you: ${total}` : 'Needs you'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <BellIcon size={18} aria-hidden />
          {total && <b aria-hidden>{total}</b>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.list}>
        <h2 id="needs-you">Needs you</h2>
        {needs.length === 0 && <p>You’re all caught up.</p>}
        <ul aria-labelledby="needs-you">
          {needs.map(needView).map(({ text, step, to, search }) => (
            <li key={text}>
              <span>{text}</span>
              <Button
                component={Link}
                to={to}
                search={search}
                size="compact-sm"
                variant="default"
                aria-label={`${step}: ${text}`}
                onClick={() => {
                  // On the dashboard, its list shows what was meant.
                  if (to === '/app') keepListOpen(true)
                  setOpen(false)
                }}
              >
                {step}
              </Button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
