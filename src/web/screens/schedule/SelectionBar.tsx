import { Button } from '@mantine/core'
import { ListChecks } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { visitRules, type Visit } from '../../../domain/visit.ts'
import { toast } from '../../ui/toast.tsx'
import css from './board.module.css'
import { count } from './visit-text.ts'

export type Selection = {
  visits: Visit[]
  /** Every tap chooses, without Shift. */
  isChoosing: boolean
  has: (id: string) => boolean
  toggle: (visit: Visit) => void
  setChoosing: (choosing: boolean) => void
  clear: () => void
}

/** Visits chosen to be moved together. */
export function useSelection(visits: readonly Visit[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isChoosing, setChoosing] = useState(false)
  const has = useCallback((id: string) => ids.has(id), [ids])
  const clear = useCallback(() => {
    setIds((now) => (now.size === 0 ? now : new Set()))
    setChoosing(false)
  }, [])
  const toggle = (visit: Visit) => {
    const refusal = visitRules.reschedule(visit)
    if (refusal) return toast.problem(refusal.sentence)
    const next = new Set(ids)
    if (!next.delete(visit.id)) next.add(visit.id)
    setIds(next)
  }
  return { visits: visits.filter(({ id }) => ids.has(id)), isChoosing, has, toggle, setChoosing, clear }
}

/** How many are chosen and what can be done with them; before that, the way to choose without a keyboard. */
export function SelectionBar({ selection, onMove, icon }: { selection: Selection; onMove: () => void; icon: ReactNode }) {
  const { visits, isChoosing } = selection
  const isOn = isChoosing || visits.length > 0
  return (
    <div className={css.selection}>
      {isOn ? (
        <>
          <output>{visits.length > 0 ? `${count(visits.length, 'visit')} chosen` : 'Choose visits'}</output>
          <Button size="compact-md" leftSection={icon} disabled={visits.length === 0} onClick={onMove}>
            Move
          </Button>
          <Button size="compact-md" variant="default" onClick={selection.clear}>
            Cancel
          </Button>
        </>
      ) : (
        <Button size="compact-md" variant="subtle" leftSection={<ListChecks size={16} aria-hidden />} onClick={() => selection.setChoosing(true)}>
          Choose several
        </Button>
      )}
    </div>
  )
}
