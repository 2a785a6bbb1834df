import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { ScheduleWindow } from '../../../../api/week.ts'
import { visitRules, type Visit } from '../../../../domain/schedule/visit.ts'
import { toast } from '../../../ui/toast.tsx'
import css from './board.module.css'
import { count } from '../../../shared/visits/visit-text.ts'

export type Selection = {
  visits: Visit[]
  /** How many of the chosen were completed or cancelled since: they stay where they are. */
  lost: number
  /** Every tap chooses, without Shift. */
  isChoosing: boolean
  has: (id: string) => boolean
  /** What is moved together with this visit: all that are chosen if it is one of them, else it alone. */
  companyOf: (visit: Visit) => Visit[]
  toggle: (visit: Visit) => void
  /** These and no others. */
  choose: (visits: readonly Visit[]) => void
  setChoosing: (choosing: boolean) => void
  clear: () => void
}

/** Visits of the shown week chosen to be moved together. */
export function useSelection(
  visits: readonly Visit[],
  { from: week }: Pick<ScheduleWindow, 'from'>,
): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  const [seen, setSeen] = useState(week)
  if (seen !== week) {
    // What is out of sight is not taken along unnoticed.
    setSeen(week)
    setIds(new Set())
  }
  const chosen = visits.filter(({ id }) => ids.has(id))
  const movable = chosen.filter((visit) => visitRules.reschedule(visit) === null)
  const movableIds = movable.map(({ id }) => id).join(' ')
  const has = useMemo(() => {
    const known = new Set(movableIds.split(' '))
    return (id: string) => known.has(id)
  }, [movableIds])
  const clear = useCallback(() => {
    setIds((now) => (now.size === 0 ? now : new Set()))
    setChoosing(false)
  }, [])
  const choose = (these: readonly Visit[]) => setIds(new Set(these.map(({ id }) => id)))
  const toggle = (visit: Visit) => {
    const refusal = visitRules.reschedule(visit)
    if (refusal) return toast.problem(refusal.sentence)
    const next = new Set(ids)
    if (!next.delete(visit.id)) next.add(visit.id)
    setIds(next)
  }
  return {
    visits: movable,
    lost: chosen.length - movable.length,
    isChoosing,
    has,
    companyOf: (visit) => (has(visit.id) ? movable : [visit]),
    toggle,
    choose,
    setChoosing,
    clear,
  }
}

/** How many are chosen and what can be done with them; before that, the way to choose without a keyboard. */
export function SelectionBar({
  selection,
  onMove,
  icon,
}: {
  selection: Selection
  onMove: () => void
  icon: ReactNode
}) {
  const { visits, lost, isChoosing } = selection
  const isOn = isChoosing || visits.length > 0 || lost > 0
  return (
    <div className={css.selection} data-on={isOn || undefined}>
      {isOn && (
        <>
          <output>
            {visits.length > 0 ? `${count(visits.length, 'visit')} selected` : 'Select visits'}
            {lost > 0 && `, ${lost} can no longer move`}
          </output>
          <Button
            size="compact-md"
            leftSection={icon}
            disabled={visits.length === 0}
            onClick={onMove}
          >
            Move
          </Button>
        </>
      )}
      {/* One button for both, so that it keeps the focus. */}
      <Button
        size="compact-md"
        variant={isOn ? 'default' : 'subtle'}
        leftSection={!isOn && <ListChecks size={16} aria-hidden />}
        onClick={() => (isOn ? selection.clear() : selection.setChoosing(true))}
      >
        {isOn ? 'Cancel' : 'Select'}
      </Button>
    </div>
  )
}
