import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { api } from '../app/client.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { CardForm, type SavedCard } from '../shared/money/CardForm.tsx'
import { reloadBilling } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'

/** The card form in a sheet; the first method becomes the default by itself. */
export function AddMethodSheet({
  hasDefault,
  organization,
  onClose,
}: {
  hasDefault: boolean
  organization: string | null
  onClose: () => void
}) {
  const words = useWords(portalWords)
  const [asDefault, setAsDefault] = useState(true)
  const saved = async (card: SavedCard) => {
    if (hasDefault && asDefault && card.payment_method_id && !card.pending_verification) {
      const answer = await api['POST /api/users/billing/set-default'].safe({
        body: { payment_method_id: card.payment_method_id },
        timeout_ms: 8000,
      })
      if (!answer.ok) toast.problem(words.savedNotDefault)
    }
    await reloadBilling()
    if (!card.pending_verification) setTimeout(onClose, 900)
  }
  return (
    <Sheet opened onClose={onClose} title={words.addMethod}>
      <CardForm
        organization={organization}
        onSaved={saved}
        onContinue={onClose}
        lostTexts={{ start: words.addMethodFailed, form: words.cardFormFailed }}
      >
        {hasDefault && (
          <Checkbox
            size="md"
            label={words.asDefault}
            checked={asDefault}
            onChange={(event) => setAsDefault(event.currentTarget.checked)}
          />
        )}
      </CardForm>
    </Sheet>
  )
}
