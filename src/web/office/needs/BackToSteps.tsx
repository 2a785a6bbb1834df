import { Anchor } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import css from './first-steps.module.css'
import type { FirstStep } from '../../../domain/flows/first-steps.ts'
import { beginStep, stepViews, useOpenStep } from './first-steps.ts'

/** On the page of a first step: the way back to the list, that it is done, and the next one. */
export default function BackToSteps() {
  const { pathname } = useLocation()
  const open = useOpenStep(pathname)
  if (!open) return null
  return (
    <aside className={`${css.back} fh-no-print`} aria-label="First steps">
      <output>
        {open.done ? `Done: ${stepViews[open.step].label}` : stepViews[open.step].label}
      </output>
      {open.done && open.next && <Next step={open.next} />}
      <Anchor component={Link} to="/app" underline="always">
        Back to your first steps
      </Anchor>
    </aside>
  )
}

function Next({ step }: { step: FirstStep }) {
  const { label, to, search } = stepViews[step]
  return (
    <Anchor
      component={Link}
      to={to}
      search={(search ?? {}) as never}
      underline="always"
      fw={600}
      onClick={() => beginStep(step)}
    >
      Next: {label}
    </Anchor>
  )
}
