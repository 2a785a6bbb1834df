import { Button, Card, Checkbox, Group, Select, Stack, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { roleLabel } from '../../../domain/base/roles.ts'
import {
  crewMemberCreatedText,
  NewCrewMember,
  type CrewRole,
  type Team,
} from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { DeviceCode } from '../../shared/teams/DeviceCode.tsx'
import { refreshCrews } from '../../shared/teams/queries.ts'

type Values = {
  email: string
  phone_number: string
  name: string
  team_id: string | null
  role: CrewRole
  send_invite: boolean
}
type Added = { id: string; name: string | null }
type Invite = Parameters<typeof crewMemberCreatedText>[0]
const crewRoles: readonly CrewRole[] = ['crew_member', 'crew_leader']

/** Adds a person to the crew and invites them by e-mail. */
export function NewCrewMemberForm({ teams }: { teams: readonly Team[] }) {
  const device = useSheet<Added>('new-device')
  const form = useNewMember((added) => device.show(added))
  return (
    <Card component="section" aria-labelledby="new-member" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Title order={2} id="new-member">
            Create crew member
          </Title>
          <Person form={form} />
          <Place form={form} teams={teams} />
          <Checkbox
            label="Send the invite now"
            disabled={!form.values.email.trim()}
            {...form.getInputProps('send_invite', { type: 'checkbox' })}
          />
          <FormProblem text={form.problem} />
          <Button
            type="submit"
            w="fit-content"
            mt={4}
            loading={form.sending}
            leftSection={<UserPlus size={16} aria-hidden />}
          >
            Create crew member
          </Button>
        </Stack>
      </form>
      <DeviceCode opened={device.opened} onClose={device.hide} person={device.about} />
    </Card>
  )
}

function useNewMember(onWithoutEmail: (added: Added) => void) {
  const cache = useQueryClient()
  const form = useActionForm<
    Values,
    { invite: Invite; crew_member: Added & { email: string | null } }
  >({
    initialValues: {
      email: '',
      phone_number: '',
      name: '',
      team_id: null,
      role: 'crew_member',
      send_invite: true,
    },
    validate: bySchema(NewCrewMember),
    failure: 'Failed to create crew member',
    send: (values) =>
      api['POST /api/owner/crew-members']({ body: { ...values, email: values.email.trim() } }),
    sent: ({ invite, crew_member }, { team_id }) => {
      if (crew_member.email) tell(invite)
      else onWithoutEmail(crew_member)
      form.reset()
      // The next person usually joins the same team.
      form.setFieldValue('team_id', team_id)
      void refreshCrews(cache)
    },
  })
  return form
}

function tell(invite: Invite): void {
  const said = crewMemberCreatedText(invite)
  if (!invite.ok) toast.problem(said)
  else if (invite.invited && !invite.note) toast.done(said)
  else toast.note(said)
}

const Person = ({ form }: { form: ActionForm<Values> }) => (
  <Group grow align="flex-start" preventGrowOverflow={false}>
    <TextInput
      label="Email"
      type="email"
      description="Without one, they sign in with a QR code or a texted code"
      autoComplete="off"
      {...form.getInputProps('email')}
    />
    <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
    <TextInput
      label="Phone"
      type="tel"
      autoComplete="off"
      {...form.getInputProps('phone_number')}
    />
  </Group>
)

const Place = ({ form, teams }: { form: ActionForm<Values>; teams: readonly Team[] }) => (
  <Group grow align="flex-start" preventGrowOverflow={false}>
    <Select
      label="Team"
      miw={180}
      placeholder="No team yet"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear team' }}
      data={teams.map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('team_id')}
    />
    <Select
      label="Role"
      miw={180}
      allowDeselect={false}
      data={crewRoles.map((role) => ({ value: role, label: roleLabel(role) }))}
      {...form.getInputProps('role')}
    />
  </Group>
)
