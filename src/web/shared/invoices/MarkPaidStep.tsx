import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { invoiceRules } from '../../../domain/money/invoice.ts'
import { refusalText, useWords } from '../../app/words.ts'
import { invoiceQuery } from '../money/queries.ts'
import { Loaded } from '../../ui/Page.tsx'
import { reloadSchedule } from '../visits/queries.ts'
import { MarkPaidForm } from './MarkPaidSheet.tsx'
import { invoiceWords } from '../../../words/en/invoice.ts'

type Props = { invoice_id: string; onDone: () => void }

/** Cash at the door: records it for a visit's bill, which is issued in the same act. */
export function MarkPaidStep({ invoice_id, onDone }: Props) {
  const invoice = useQuery({ ...invoiceQuery(invoice_id), staleTime: 0 })
  const leave = () => {
    onDone()
    void reloadSchedule()
  }
  return (
    <Loaded of={invoice} failure={useWords(invoiceWords).failed}>
      {({ invoice: bill }) => {
        const refusal = invoiceRules.markPaid(bill)
        return refusal ? (
          <Alert>{refusalText(refusal)}</Alert>
        ) : (
          <MarkPaidForm invoice={bill} onClose={leave} />
        )
      }}
    </Loaded>
  )
}
