import { Text, TextInput } from '@mantine/core'
import { amountText, type VisitProduct } from '../../../domain/product.ts'
import { voidReasonMax } from '../../../domain/product-void.ts'
import type { Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../words.ts'
import { laterWords } from './later-words.ts'
import { crewWords } from './words.ts'

type About = { visit: Visit; product: VisitProduct }

export const voidSheet = 'void-product'

/** Over the sheet of the stop's products. */
export function VoidProductSheet() {
  const sheet = useSheet<About>(voidSheet)
  return (
    sheet.about && (
      <VoidForm key={sheet.key} {...sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}

/** Why a record is wrong; it stays on record. */
function VoidForm({ visit, product, ...sheet }: About & { opened: boolean; onClose: () => void }) {
  const words = useWords(laterWords)
  const { sayWhy, why, reason } = useWords(crewWords)
  const worker = useWorker()
  const form = useActionForm<{ reason: string }, boolean>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : sayWhy) },
    failure: sayWhy,
    send: (values) =>
      doAt(visit, worker, 'void_product', { item: product.id, text: values.reason.trim() }),
    sent: (isSaved) => isSaved && sheet.onClose(),
  })
  return (
    <FormSheet
      form={form}
      size="sm"
      title={words.voidProduct(`${product.product_name}, ${amountText(product)}`)}
      action={words.saveVoid}
      {...sheet}
    >
      <Text fz="sm">{words.voidAbout}</Text>
      <Pills
        legend={why}
        options={words.voidWhys.map((one) => ({ value: one, label: one }))}
        value={form.values.reason}
        onChange={(one) => form.setFieldValue('reason', one)}
      />
      <TextInput
        label={reason}
        size="md"
        maxLength={voidReasonMax}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
