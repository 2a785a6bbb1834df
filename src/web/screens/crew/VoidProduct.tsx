import { Text, TextInput } from '@mantine/core'
import { amountText, voidReasonMax, type VisitProduct } from '../../../domain/product.ts'
import type { Visit } from '../../../domain/visit.ts'
import { doAt } from '../../outbox/acts.ts'
import { useWorker } from '../../outbox/outbox.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { useWords } from '../../words.ts'
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
  const words = useWords(crewWords)
  const worker = useWorker()
  const form = useActionForm<{ reason: string }, boolean>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : words.sayWhy) },
    failure: words.sayWhy,
    send: ({ reason }) =>
      doAt(visit, worker, 'void_product', { item: product.id, text: reason.trim() }),
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
        legend={words.why}
        options={words.voidWhys.map((why) => ({ value: why, label: why }))}
        value={form.values.reason}
        onChange={(why) => form.setFieldValue('reason', why)}
      />
      <TextInput
        label={words.reason}
        size="md"
        maxLength={voidReasonMax}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
