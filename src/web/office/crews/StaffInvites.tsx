import { Card, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { Invites } from '../invitations/Invites.tsx'

/** Everyone who was invited to work here; nothing if nobody was. */
export function StaffInvites() {
  const list = useInfiniteQuery(
    api['GET /api/owner/invitations/recent'].pages({ query: { kind: 'staff', limit: 20 } }),
  )
  if (list.data?.pages.every(({ invites }) => invites.length === 0)) return null
  return (
    <Card component="section" aria-labelledby="staff-invites" padding="lg">
      <Title order={2} id="staff-invites" mb="sm">
        Staff invites
      </Title>
      <Loaded of={list} failure="Failed to load staff invites">
        {({ pages }) => (
          <>
            <Invites invites={pages.flatMap((page) => page.invites)} label="Staff invites" />
            <LoadMore of={list} />
          </>
        )}
      </Loaded>
    </Card>
  )
}
