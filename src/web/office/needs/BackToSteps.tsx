import { Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import css from './first-steps.module.css'
import { endStep, stepViews, useOpenStep } from './first-steps.ts'

/** On the page of a first step: the way back to the list, and that it is done. */
export default function BackToSteps() {
  const { pathname } = useLocation()
  const open = useOpenStep()
  const isHome = pathname.replace(/\/$/, '') === '/app'
  useEffect(() => {
    if (isHome) endStep()
  }, [isHome])
  if (!open || isHome) return null
  return (
    <aside className={`${css.back} fh-no-print`} aria-label="First steps">
      <output>
        {open.done ? `Done: ${stepViews[open.step].label}` : stepViews[open.step].label}
      </output>
      <Anchor component={Link} to="/app" underline="always">
        Back to your first steps
      </Anchor>
    </aside>
  )
}
