import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { hasRole, moneyRoles, officeRoles } from '../../../domain/base/roles.ts'
import { api } from '../client.ts'
import { meQuery, type Me } from '../me.ts'
import { Page } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { useWords } from '../words.ts'
import { shellWords } from '../../../words/en/shell.ts'

const ErasureCard = lazy(async () => ({
  default: (await import('../../shared/account/ErasureCard.tsx')).ErasureCard,
}))
const DataTab = lazy(() => import('../../shared/organization/DataTab.tsx'))

const recheckMs = 20_000

/** In place of every page of a deactivated business: what happened, and its data as files. */
export default function Deactivated({ me }: { me: Me }) {
  const words = useWords(shellWords)
  const again = useQuery({ ...meQuery, refetchInterval: recheckMs })
  return (
    <Page title={words.deactivated(me.organization_name ?? '')} about={words.deactivatedAbout}>
      <Stack gap="lg">
        <Group gap="sm">
          <Downloads me={me} />
          <Button component="a" href="/support" variant="default">
            {words.contactSupport}
          </Button>
          <Button
            variant="default"
            leftSection={<RotateCw size={16} aria-hidden />}
            loading={again.isFetching}
            onClick={() => void again.refetch()}
          >
            {words.checkAgain}
          </Button>
        </Group>
        {hasRole(me.roles, ['owner']) && (
          <Suspense>
            <DataTab isClosed />
          </Suspense>
        )}
        {!me.impersonating && (
          <Suspense>
            <ErasureCard />
          </Suspense>
        )}
      </Stack>
    </Page>
  )
}

function Downloads({ me }: { me: Me }) {
  const words = useWords(shellWords)
  return (
    <>
      {hasRole(me.roles, officeRoles) && (
        <SaveButton
          name="customers.csv"
          read={() => api['GET /api/owner/customers/export']({ timeout_ms: 60_000 })}
          failure={words.exportFailed}
        >
          {words.downloadCustomers}
        </SaveButton>
      )}
      {hasRole(me.roles, moneyRoles) && (
        <SaveButton
          name="payments.csv"
          read={() =>
            api['GET /api/owner/stripe/payments']({
              query: { format: 'csv' },
              timeout_ms: 60_000,
            })
          }
          failure={words.exportFailed}
        >
          {words.downloadPayments}
        </SaveButton>
      )}
    </>
  )
}
