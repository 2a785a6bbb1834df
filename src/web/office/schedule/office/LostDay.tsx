import { useState } from 'react'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { api, errorText, newIdempotencyKey } from '../../../app/client.ts'
import css from '../../../ui/forms.module.css'
import { Refusable } from '../../../ui/Refusable.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { sayDone } from '../../../shared/visits/series-wish.ts'
import { Problem } from '../../../shared/visits/SeriesPreview.tsx'
import { usePreview } from '../../../shared/visits/use-preview.ts'
import {
  areasOf,
  changeLostDay,
  lostDayAction,
  lostDayBody,
  lostDayDone,
  lostDayRefusal,
  newLostDay,
  type LostDayChoice,
} from './lost-day-body.ts'
import { LostDayFields } from './LostDayFields.tsx'
import { LostDayPreview } from './LostDayPreview.tsx'

type Props = { opened: boolean; onClose: () => void; calendar: Calendar; date: LocalDate }

/** Reschedules or skips all visits of a day on which no one can work. */
export function LostDay({ opened, onClose, ...rest }: Props) {
  return (
    <Sheet opened={opened} onClose={onClose} title="Rain day" side size="lg">
      {opened && <LostDayForm onClose={onClose} {...rest} />}
    </Sheet>
  )
}

const call = api['POST /api/schedule/lost-day']
/** To the second of two who took care of one lost day. */
const overtakenText = 'Someone already rescheduled this day.'

function LostDayForm({ onClose, calendar, date }: Omit<Props, 'opened'>) {
  const [choice, setChoice] = useState(() => newLostDay(date, calendar.today))
  const { saving, failure, save } = useSaveLostDay(choice, onClose)
  const { data, isCurrent, problem } = usePreview('rain day', lostDayBody(choice), (wish, signal) =>
    call({ body: { ...wish, dry_run: true }, ...(signal ? { signal } : {}) }),
  )
  const visits = data?.visits.length ?? 0
  return (
    <>
      <div className={css.fields} inert={saving}>
        <LostDayFields
          choice={choice}
          onChange={(change) => setChoice((now) => changeLostDay(now, change))}
          areas={areasOf(data?.areas ?? [], choice.zips)}
          calendar={calendar}
        />
        <div aria-live="polite">
          {data && (
            <LostDayPreview
              of={data}
              notify={choice.notify}
              teams={calendar.teams}
              stale={!isCurrent}
            />
          )}
        </div>
        <Problem text={failure ?? problem} />
      </div>
      <SheetFoot>
        <Leave>Close</Leave>
        <Refusable
          refusal={lostDayRefusal({ visits, isCurrent, problem })}
          loading={saving}
          onClick={save}
        >
          {lostDayAction(choice.act, visits)}
        </Refusable>
      </SheetFoot>
    </>
  )
}

/** Does it, once. */
function useSaveLostDay(choice: LostDayChoice, onClose: () => void) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [idempotency_key] = useState(newIdempotencyKey)
  const leave = useWhileHere(onClose)
  const body = lostDayBody(choice)
  useUnsaved(body)
  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      const { visits, edit_id } = await call({ body: { ...body, dry_run: false }, idempotency_key })
      if (visits.length > 0) sayDone(lostDayDone(choice.act, visits.length), edit_id)
      else toast.problem(overtakenText)
      leave()
    } catch (error) {
      setFailure(errorText(error, 'Failed to save changes'))
    } finally {
      setSaving(false)
    }
  }
  return { saving, failure, save: () => void save() }
}
