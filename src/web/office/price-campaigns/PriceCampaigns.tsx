import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { onLive } from '../../app/live.ts'
import { chosenCustomers } from '../messages/chosen-customers.ts'
import { queryClient } from '../../app/query-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded, Page } from '../../ui/Page.tsx'
import { campaignsQuery } from './campaign-draft.ts'
import { CampaignCard } from './CampaignCard.tsx'
import { CampaignForm } from './CampaignForm.tsx'

const route = getRouteApi('/app/price-campaigns')

const refresh = () =>
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('/api/owner/price-campaigns'),
  })
onLive(['organization_updated', 'customer_updated', 'schedule_completed'], refresh)

/** Raises the prices of many series from one day on, and follows who agreed. */
export default function PriceCampaigns() {
  const { to, id } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen] = useState(() => (to === 'chosen' ? chosenCustomers() : null))
  const [isWriting, setWriting] = useState(chosen !== null)
  const list = useQuery(campaignsQuery)
  const open = (next: string | undefined) => void navigate({ search: { id: next }, replace: true })
  return (
    <Page
      title="Price campaigns"
      about="Raise the prices of recurring work from one day on"
      actions={
        !isWriting && (
          <Button
            leftSection={<TrendingUp size={17} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            New campaign
          </Button>
        )
      }
    >
      <Stack gap="lg">
        {isWriting && (
          <CampaignForm
            chosen={chosen}
            close={() => setWriting(false)}
            started={(started) => {
              setWriting(false)
              refresh()
              open(started)
            }}
          />
        )}
        <Loaded
          of={list}
          failure="Failed to load the campaigns"
          skeleton={<Bars rows={2} height={150} />}
        >
          {({ campaigns }) =>
            campaigns.length === 0 && !isWriting ? (
              <EmptyState title="No price campaigns yet" icon={<TrendingUp size={22} />}>
                <Text>
                  You see every customer with the old and the new price first, and can undo it until
                  the first visit at the new price is done.
                </Text>
              </EmptyState>
            ) : (
              campaigns.map((one) => (
                <CampaignCard
                  key={one.id}
                  campaign={one}
                  isOpen={id === one.id}
                  toggle={() => open(id === one.id ? undefined : one.id)}
                />
              ))
            )
          }
        </Loaded>
      </Stack>
    </Page>
  )
}
