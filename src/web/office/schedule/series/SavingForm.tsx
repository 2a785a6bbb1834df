import { Checkbox } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { EditRule, RuleEdited } from '../../../../api/series.ts'
import { api, errorText } from '../../../app/client.ts'
import css from '../../../ui/forms.module.css'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { Refusable } from '../../../ui/Refusable.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { Leave, useUnsaved } from '../../../ui/unsaved.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import seriesCss from '../../../shared/visits/series.module.css'
import { sayDone } from '../../../shared/visits/series-wish.ts'
import {
  previewSum,
  Problem,
  ReplaceBox,
  SeriesPreview,
} from '../../../shared/visits/SeriesPreview.tsx'
import { usePreview } from '../../../shared/visits/use-preview.ts'
import { savingRefusal } from './series-sheet.ts'
import { ToldLater } from './ToldLater.tsx'

/** Which questions about single visits make sense: replace their own settings, keep those the pattern would drop. */
type Choices = { replace: boolean; keep: boolean }
const noChoices: Choices = { replace: false, keep: false }

type Props = {
  /** Null while there is nothing to save. */
  body: Partial<EditRule> | null
  reference: string
  done: string
  onClose: () => void
  choices?: Choices
  children: ReactNode
}

/** The fields, what they would do, and Save, which waits until that has been seen. */
export function SavingForm({ body, reference, done, onClose, choices, children }: Props) {
  const [kept, setKept] = useState({ replace_changed: false, keep_changed: false })
  useUnsaved(kept)
  const edit = body && { ...body, ...kept }
  const preview = usePreview(reference, edit, (asked, signal) =>
    call({
      ...ruleOf(reference),
      body: { ...asked, dry_run: true },
      ...(signal ? { signal } : {}),
    }),
  )
  const { saving, failure, save } = useSaving(edit, reference, done, onClose)
  const { data } = preview
  return (
    <>
      <div className={css.fields} inert={saving}>
        {children}
        <div aria-live="polite">
          {data && <SeriesPreview of={data} stale={!preview.isCurrent} />}
        </div>
        {data && (
          <KeptFields of={data} asks={choices ?? noChoices} kept={kept} onChange={setKept} />
        )}
        <ToldLater />
        <FormProblem text={failure} />
        <Problem text={failure === null ? preview.problem : null} />
      </div>
      <SheetFoot>
        {/* The preview may be below the fold; its sum is not. */}
        {data && <p className={seriesCss.sum}>{previewSum(data)}</p>}
        <Leave>Close</Leave>
        <Refusable refusal={savingRefusal(edit !== null, preview)} loading={saving} onClick={save}>
          Save
        </Refusable>
      </SheetFoot>
    </>
  )
}

const call = api['PATCH /api/schedule/{rule_id}']
const ruleOf = (rule_id: string) => ({ params: { rule_id } })

function useSaving(
  body: Partial<EditRule> | null,
  reference: string,
  done: string,
  onClose: () => void,
) {
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const leave = useWhileHere(onClose)
  const save = async () => {
    if (!body) return
    setSaving(true)
    setFailure(null)
    try {
      const { edit_id } = await call({ ...ruleOf(reference), body })
      sayDone(done, edit_id)
      leave()
    } catch (error) {
      setFailure(errorText(error, 'Failed to save changes'))
    } finally {
      setSaving(false)
    }
  }
  return { saving, failure, save: () => void save() }
}

type Kept = { replace_changed: boolean; keep_changed: boolean }
type KeptProps = { of: RuleEdited; asks: Choices; kept: Kept; onChange: (kept: Kept) => void }

/** What becomes of visits that were changed one by one. */
function KeptFields({ of: { own_visits, dropped }, asks, kept, onChange }: KeptProps) {
  return (
    <>
      {asks.replace && (
        <ReplaceBox
          visits={own_visits.length}
          checked={kept.replace_changed}
          onChange={(replace_changed) => onChange({ ...kept, replace_changed })}
        />
      )}
      {asks.keep && (dropped > 0 || kept.keep_changed) && (
        <Checkbox
          label="Keep changed visits that the new pattern would drop"
          checked={kept.keep_changed}
          onChange={(event) => onChange({ ...kept, keep_changed: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
