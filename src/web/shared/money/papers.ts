import { invoiceNumber, type Invoice } from '../../../domain/money/invoice.ts'
import { api } from '../../app/client.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { wordsNow } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

type Named = Pick<Invoice, 'id' | 'number' | 'number_prefix'>

/** Saves an invoice, or the receipt for it, as PDF. */
export async function download(invoice: Named, what: 'pdf' | 'receipt'): Promise<void> {
  const asked = { params: { id: invoice.id }, timeout_ms: 60_000 }
  try {
    const file: Blob = await (what === 'pdf'
      ? api['GET /api/invoices/{id}/pdf'](asked)
      : api['GET /api/invoices/{id}/receipt'](asked))
    const name = what === 'pdf' ? 'invoice' : 'receipt'
    saveFile(file, `${name}-${invoiceNumber(invoice) || 'draft'}.pdf`)
  } catch (error) {
    toast.failed(error, wordsNow(moneyWords).pdfFailed)
  }
}
