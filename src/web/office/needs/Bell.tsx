import { ActionIcon, Button, Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon } from 'lucide-react'
import { useState } from 'react'
import css from './needs.module.css'
import { needView, useNeeds } from './queries.ts'

/** What waits for the office, on every page, each with its next step. */
export default function Bell() {
  const [isOpen, setOpen] = useState(false)
  const needs = useNeeds()
  const total = needs.reduce((sum, { count }) => sum + count, 0)
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
          {total > 0 && <b aria-hidden>{total > 99 ? '99+' : total}</b>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.list}>
        <h2 id="needs-you">Needs you</h2>
        {needs.length === 0 && <p>Nothing waits for you.</p>}
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
                onClick={() => setOpen(false)}
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
