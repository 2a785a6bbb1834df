import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useMe } from '../app/me.ts'
import { Bars } from '../ui/Page.tsx'
import { useSheet } from '../ui/use-sheet.ts'
import { useWords } from '../app/words.ts'
import { standingQuery, useClosed } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { homeQuery } from '../shared/home-query.ts'

const AskedList = lazy(() => import('./AskedList.tsx'))
const AskVisitSheet = lazy(() => import('./AskVisitSheet.tsx'))

/** Opens the request for a visit that is not planned; nothing where the account or the business is closed. */
export function AskVisitButton() {
  const words = useWords(portalWords)
  const sheet = useSheet('ask-visit')
  const standing = useQuery(standingQuery).data
  const closed = useClosed()
  const isServing = useMe().organization?.status !== 'inactive'
  if (!standing || closed || !isServing) return null
  return (
    <>
      <Button
        variant="default"
        mih={44}
        leftSection={<CalendarPlus size={16} aria-hidden />}
        onClick={() => sheet.show(true)}
      >
        {words.askVisit}
      </Button>
      {sheet.opened && (
        <Suspense>
          <AskVisitSheet key={sheet.key} status={standing.status} onClose={sheet.hide} />
        </Suspense>
      )}
    </>
  )
}

/** What became of the visits the customer asked for; nothing if there are none. */
export function AskedVisits() {
  const requests = useQuery(homeQuery).data?.visit_requests ?? []
  if (requests.length === 0) return null
  return (
    <Suspense fallback={<Bars rows={requests.length} height={120} />}>
      <AskedList requests={requests} />
    </Suspense>
  )
}
