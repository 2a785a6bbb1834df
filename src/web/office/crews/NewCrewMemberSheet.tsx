import { Checkbox, Group, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { roleLabel } from '../../../domain/base/roles.ts'
import {
  crewMemberCreatedText,
  NewCrewMember,
  type CrewRole,
  type Team,
} from '../../../domain/people/team.ts'
import { api } from '../../app/client.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
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
type Added = { id: string; name: string | null; email: string | null }
type Invite = Parameters<typeof crewMemberCreatedText>[0]
const crewRoles: readonly CrewRole[] = ['crew_member', 'crew_leader']

type Props = { sheet: ReturnType<typeof useSheet<true>>; teams: readonly Team[] }

/** Adds a person to the crew and invites them by e-mail. */
export function NewCrewMemberSheet({ sheet, teams }: Props) {
  const device = useSheet<Added>('new-device')
  // The next person usually joins the same team.
  const [team_id, setTeam] = useState<string | null>(null)
  return (
    <>
      <MemberForm
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        teams={teams}
        team_id={team_id}
        added={(person, team) => {
          setTeam(team)
          if (person.email === null) device.show(person)
        }}
      />
      <DeviceCode opened={device.opened} onClose={device.hide} person={device.about} />
    </>
  )
}

type FormProps = {
  opened: boolean
  onClose: () => void
  teams: readonly Team[]
  team_id: string | null
  added: (person: Added, team_id: string | null) => void
}

function MemberForm(props: FormProps) {
  const { opened, onClose, teams } = props
  const form = useNewMember(props)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Create crew member"
      size="lg"
      form={form}
      action="Create crew member"
    >
      <Person form={form} />
      <Place form={form} teams={teams} />
      <Checkbox
        label="Send the invite now"
        disabled={!form.values.email.trim()}
        {...form.getInputProps('send_invite', { type: 'checkbox' })}
      />
    </FormSheet>
  )
}

function useNewMember({ team_id, onClose, added }: FormProps) {
  const cache = useQueryClient()
  return useActionForm<Values, { invite: Invite; crew_member: Added }>({
    initialValues: {
      email: '',
      phone_number: '',
      name: '',
      team_id,
      role: 'crew_member',
      send_invite: true,
    },
    validate: bySchema(NewCrewMember),
    failure: 'Failed to create crew member',
    send: (values) =>
      api['POST /api/owner/crew-members']({ body: { ...values, email: values.email.trim() } }),
    sent: ({ invite, crew_member }, values) => {
      if (crew_member.email) tell(invite)
      onClose()
      added(crew_member, values.team_id)
      void refreshCrews(cache)
    },
  })
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
