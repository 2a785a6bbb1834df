import { Button } from '@mantine/core'
import { CirclePlus } from 'lucide-react'
import type { Visit } from '../../../domain/visit.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { cachedVisit } from '../../visits/queries.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import type { FormProps } from './ReasonForm.tsx'
import { crewWords } from './words.ts'

export const loadExtraForm = () => import('./ExtraForm.tsx')
const ExtraForm = later<FormProps>(async () => (await loadExtraForm()).ExtraForm)

const sheetName = 'extra-work'

/** Adds what the customer asks for at the door. */
export function ExtraButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<CirclePlus size={18} aria-hidden />}
      aria-label={words.extraOn(customerText(visit))}
      onClick={() => openLayer({ name: sheetName, id: visit.id, about: visit })}
    >
      {words.extra}
    </Button>
  )
}

/** The sheet, outside the stop: the office may move that away while somebody writes. */
export function ExtraSheet() {
  const sheet = useSheet<Visit>(sheetName, (id) => cachedVisit(id))
  return (
    sheet.about && (
      <ExtraForm key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}
