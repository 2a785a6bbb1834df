import { Button } from '@mantine/core'
import { PenLine } from 'lucide-react'
import type { Visit } from '../../../domain/visit.ts'
import { useWaitingPhotos } from '../../outbox/photos.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import type { FormProps } from './ReasonForm.tsx'
import { crewWords } from './words.ts'

export const loadSignatureForm = () => import('./SignatureForm.tsx')
const SignatureForm = later<FormProps>(async () => (await loadSignatureForm()).SignatureForm)

const sheetName = 'signature'

/** Has the customer sign on the phone; only where the service asks for it. */
export function SignatureButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const waiting = useWaitingPhotos()
  if (!visit.service?.asks_signature) return null
  const isSigned =
    visit.files.some(({ purpose }) => purpose === 'signature') ||
    waiting.some((one) => one.visit === visit.id && one.purpose === 'signature')
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<PenLine size={18} aria-hidden />}
      aria-label={words.signatureOf(customerText(visit))}
      onClick={() => openLayer({ name: sheetName, id: visit.id, about: visit })}
    >
      {isSigned ? words.signed : words.signature}
    </Button>
  )
}

/** The sheet, outside the stop: the office may move that away while somebody signs. */
export function SignatureSheet() {
  const sheet = useSheet<Visit>(sheetName)
  return (
    sheet.about && (
      <SignatureForm
        key={sheet.key}
        visit={sheet.about}
        opened={sheet.opened}
        onClose={sheet.hide}
      />
    )
  )
}
