import { Button, Card, SimpleGrid, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { NewOwnerInvite, type OwnerInvite } from '../../../domain/flows/admin.ts'
import { ttlBounds, ttlDefaults } from '../../../domain/people/invitation.ts'
import { industries, type Industry } from '../../../domain/base/onboarding.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Loaded } from '../../ui/Page.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import css from '../../ui/rows.module.css'
import { refreshAdmin, statusLabel, statusTones } from './queries.ts'

/** Invites people to set up a business, and shows what became of each invitation. */
export function OwnerInvites() {
  const list = useQuery(api['GET /api/admin/owner-invitations/recent'].query())
  return (
    <Stack gap="lg">
      <InviteForm />
      <Card component="section" aria-labelledby="owner-invites" padding="lg">
        <Title order={2} id="owner-invites" mb="sm">
          Recent owner invitations
        </Title>
        <Loaded of={list} failure="Failed to load owner invites">
          {({ invites }) =>
            invites.length === 0 ? (
              <Text c="dimmed">No one was invited yet.</Text>
            ) : (
              <ul className={css.rows} aria-label="Owner invitations">
                {invites.map((invite) => (
                  <Row key={invite.id} invite={invite} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </Card>
    </Stack>
  )
}

function Row({ invite }: { invite: OwnerInvite }) {
  const { organization_name, email, name, status, created_at, expires_at, link } = invite
  return (
    <li className={css.row}>
      <div className={css.who}>
        <strong>{organization_name ?? email}</strong>
        <span className={css.soft}>{name ? `${name}, ${email}` : email}</span>
        <span className={css.soft}>
          Sent {momentLabel(created_at)}
          {expires_at && status !== 'accepted' && ` · open until ${momentLabel(expires_at)}`}
        </span>
      </div>
      <div className={css.chips}>
        <StatusChip tone={statusTones[status] ?? 'calm'}>{statusLabel(status)}</StatusChip>
      </div>
      {link && <CopyButton text={link} label="Copy link" size="sm" />}
    </li>
  )
}

type Values = {
  owner_email: string
  owner_name: string
  org_name: string
  industry: Industry | null
  website: string
  phone_number: string
  ttl_hours: string
}
const empty: Values = {
  owner_email: '',
  owner_name: '',
  org_name: '',
  industry: null,
  website: '',
  phone_number: '',
  ttl_hours: String(ttlDefaults.owner),
}

function InviteForm() {
  const cache = useQueryClient()
  const form = useActionForm<Values, unknown>({
    initialValues: empty,
    validate: bySchema(NewOwnerInvite),
    failure: 'Failed to create owner invite',
    send: (body) => api['POST /api/admin/owner-invitations']({ body }),
    sent: async () => {
      toast.done('Owner invitation sent')
      form.reset()
      await refreshAdmin(cache)
    },
  })
  return (
    <Card component="section" aria-labelledby="invite-owner" padding="lg">
      <Title order={2} id="invite-owner">
        Invite an owner
      </Title>
      <Text c="dimmed" mb="sm">
        They get a link to set up their business. A new invitation replaces an open one to the same
        address.
      </Text>
      <form onSubmit={form.submit} noValidate>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput
            label="Owner’s email"
            type="email"
            required
            autoComplete="off"
            {...form.getInputProps('owner_email')}
          />
          <TextInput
            label="Owner’s name"
            autoComplete="off"
            {...form.getInputProps('owner_name')}
          />
          <TextInput label="Organization name" required {...form.getInputProps('org_name')} />
          <Select
            label="Industry"
            clearable
            data={[...industries]}
            {...form.getInputProps('industry')}
          />
          <TextInput label="Website" inputMode="url" {...form.getInputProps('website')} />
          <TextInput label="Phone number" type="tel" {...form.getInputProps('phone_number')} />
          <TextInput
            label="Hours until it expires"
            inputMode="numeric"
            description={`At least ${ttlBounds.min}, at most ${ttlBounds.max}`}
            {...form.getInputProps('ttl_hours')}
          />
        </SimpleGrid>
        <FormProblem text={form.problem} />
        <Button
          type="submit"
          mt="sm"
          loading={form.sending}
          leftSection={<Mail size={16} aria-hidden />}
        >
          Send owner invitation
        </Button>
      </form>
    </Card>
  )
}
