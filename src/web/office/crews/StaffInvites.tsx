import { Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { canInvite, StaffInvite } from '../../../domain/people/invitation.ts'
import { roleLabel, type Role } from '../../../domain/base/roles.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { Invites } from '../invitations/Invites.tsx'
import { needsKey } from '../needs/queries.ts'
import { refreshCrews } from '../../shared/teams/queries.ts'

type Invited = StaffInvite['role']
const colleagues: readonly Invited[] = ['manager', 'payee', 'crew_owner']

/** Invites colleagues without adding them to a team right away, and lists all staff invitations. */
export function StaffInvites() {
  const list = useInfiniteQuery(
    api['GET /api/owner/invitations/recent'].pages({ query: { kind: 'staff', limit: 20 } }),
  )
  return (
    <Card component="section" aria-labelledby="staff-invites" padding="lg">
      <Title order={2} id="staff-invites">
        Staff invites
      </Title>
      <Text c="dimmed" mb="sm">
        Invite someone to the office, or a subcontractor with their own crews. Invites to crew
        members are listed here, too.
      </Text>
      <InviteForm />
      <Loaded of={list} failure="Failed to load staff invites">
        {({ pages }) => {
          const invites = pages.flatMap((page) => page.invites)
          if (invites.length === 0) return <Text c="dimmed">No open invitations.</Text>
          return (
            <>
              <Invites invites={invites} label="Staff invites" />
              <LoadMore of={list} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}

function InviteForm() {
  const cache = useQueryClient()
  const own = useMe().role
  const form = useActionForm<
    { email: string; role: Invited },
    { invited: boolean; note: string | null }
  >({
    initialValues: { email: '', role: 'manager' },
    validate: bySchema(StaffInvite),
    failure: 'Failed to send invite',
    send: ({ email, role }) =>
      api['POST /api/owner/invitations']({ body: { email: email.trim(), role } }),
    sent: ({ invited, note }) => {
      if (invited && !note) toast.done('Invite sent')
      else toast.note(note ?? 'Invite not sent.')
      if (invited) form.reset()
      void refreshCrews(cache)
      void cache.invalidateQueries({ queryKey: needsKey })
    },
  })
  const offered = colleagues.filter((role: Role) => own !== null && canInvite(own, role))
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm" mb="md">
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Colleague’s email"
            type="email"
            required
            autoComplete="off"
            flex="1 1 220px"
            maw={360}
            {...form.getInputProps('email')}
          />
          <Select
            label="Role"
            allowDeselect={false}
            w={180}
            data={offered.map((role) => ({ value: role, label: roleLabel(role) }))}
            {...form.getInputProps('role')}
          />
        </Group>
        <FormProblem text={form.problem} />
        <Button
          type="submit"
          w="fit-content"
          loading={form.sending}
          leftSection={<Mail size={16} aria-hidden />}
        >
          Send staff invite
        </Button>
      </Stack>
    </form>
  )
}
