import { openRequired } from '../../../domain/checklist.ts'
import { doAt } from '../../outbox/acts.ts'
import { holdStep } from '../../outbox/held-step.ts'
import type { Laid } from '../../outbox/laid.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import type { FormProps } from './ReasonForm.tsx'
import { lacksProducts } from './Products.tsx'

export const loadFinishForm = () => import('./FinishForm.tsx')
const FinishForm = later<FormProps>(async () => (await loadFinishForm()).FinishForm)

const sheetName = 'finish'

/** Completes a stop. Where something required is open, the crew says why first; it is never kept from finishing. */
export function finishStop(visit: Laid, worker: string, tapped_ms: number): void {
  if (openRequired(visit.checklist).length === 0 && !lacksProducts(visit))
    void holdStep({ visit, step: 'finish' }, tapped_ms, () => doAt(visit, worker, 'finish'))
  else openLayer({ name: sheetName, id: visit.id, about: visit })
}

/** The sheet, outside the stop: the office may move that away while somebody writes. */
export function FinishSheet() {
  const sheet = useSheet<Laid>(sheetName)
  return (
    sheet.about && (
      <FinishForm key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}
