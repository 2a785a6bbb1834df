import { Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FileText, WalletCards } from 'lucide-react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import { api } from '../app/client.ts'
import { Bars, Loaded, Page } from '../ui/Page.tsx'
import { saveFile } from '../ui/save-file.ts'
import { toast } from '../ui/toast.tsx'
import { InvoiceRows } from '../shared/money/InvoiceRows.tsx'
import '../shared/money/live-invoices.ts'
import { PayAll } from './PayAll.tsx'
import { formatCents } from '../../domain/base/money.ts'
import { homeQuery } from '../shared/home-query.ts'
import './queries.ts'
import { ownInvoicesQuery, owedQuery } from '../shared/money/queries.ts'
import { frameWords } from '../../words/en/frame.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords, wordsNow } from '../app/words.ts'

/** A customer's invoices and receipts, newest first. */
export default function UserInvoices() {
  const words = useWords(portalWords)
  const frame = useWords(frameWords)
  const invoices = useInfiniteQuery(ownInvoicesQuery(20))
  return (
    <Page
      title={frame.title('Invoices')}
      about={<Balance />}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Download size={17} aria-hidden />}
            onClick={() => void saveStatement()}
          >
            {words.statement}
          </Button>
          <Button
            component={Link}
            to={'/app/user/payments'}
            variant="default"
            leftSection={<WalletCards size={17} aria-hidden />}
          >
            {words.methods}
          </Button>
        </Group>
      }
    >
      <PayAll />
      <Loaded of={invoices} failure={words.invoicesFailed} skeleton={<Bars rows={4} height={64} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) {
            return (
              <EmptyState title={words.noInvoices} icon={<FileText size={22} />}>
                {words.noInvoicesText}
              </EmptyState>
            )
          }
          return (
            <>
              <InvoiceRows own invoices={items} />
              <LoadMore of={invoices} />
            </>
          )
        }}
      </Loaded>
    </Page>
  )
}

/** What is to pay, before anything else; several open invoices say it where they are paid. */
function Balance() {
  const words = useWords(portalWords)
  const home = useQuery(homeQuery).data
  const owed = useQuery(owedQuery).data
  if (!home || !owed || owed.invoices > 1) return words.invoicesAbout
  const { owed_cents } = home
  return (
    <Text span c="var(--mantine-color-text)" fw={650} fz="lg">
      {words.balance(owed_cents > 0 ? formatCents(owed_cents) : null)}
    </Text>
  )
}

/** Saves the customer's statement as PDF. */
async function saveStatement(): Promise<void> {
  try {
    const file: Blob = await api['GET /api/users/statement']({ timeout_ms: 60_000 })
    saveFile(file, 'statement.pdf')
  } catch (error) {
    toast.failed(error, wordsNow(portalWords).statementFailed)
  }
}
