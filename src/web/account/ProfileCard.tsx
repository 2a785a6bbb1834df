import {
  Avatar,
  Button,
  Card,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { phoneText } from '../../domain/contact.ts'
import { AvatarUrl, ProfilePatch } from '../../domain/person.ts'
import { roleLabel } from '../../domain/roles.ts'
import { api } from '../client.ts'
import { useMe, type Me } from '../me.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useActionForm } from '../ui/action-form.ts'
import { bySchema } from '../ui/by-schema.ts'
import { Refusable } from '../ui/Refusable.tsx'
import { TimeZoneSelect } from '../ui/TimeZoneSelect.tsx'
import { toast } from '../ui/toast.tsx'
import { lettersOf } from '../ui/initials.ts'
import { useSaveProfile } from './save-profile.ts'

type Values = {
  name: string
  avatar_url: string
  phone_number: string
  timezone: string
  locale: string
  theme: Me['theme']
  email: string
  preferred_contact: Me['preferred_contact']
}
const contacts = [
  { value: 'email', label: 'E-mail' },
  { value: 'sms', label: 'Text message' },
  { value: 'phone', label: 'Phone call' },
] as const
const themes = [
  { value: 'system', label: 'Like the device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const locales = [
  { value: 'en-US', label: 'English (United States)' },
  { value: 'es-US', label: 'Español (Estados Unidos)' },
]

export function ProfileCard() {
  const me = useMe()
  const save = useSaveProfile()
  const { setColorScheme } = useMantineColorScheme()
  const isCustomer = me.roles.every((role) => role === 'user')
  const form = useActionForm<Values, { pending_email: string | null }>({
    initialValues: {
      name: me.name ?? '',
      avatar_url: me.avatar_url ?? '',
      phone_number: phoneText(me.phone_number ?? ''),
      timezone: me.timezone ?? '',
      locale: me.locale ?? '',
      theme: me.theme,
      email: me.email ?? '',
      preferred_contact: me.preferred_contact,
    },
    validate: bySchema(ProfilePatch),
    failure: isCustomer ? 'Failed to save account' : 'Failed to update profile',
    // Customers choose their contact details; staff are reached at their sign-in address.
    send: ({ email, preferred_contact, ...values }) =>
      save({
        ...values,
        ...(isCustomer
          ? { preferred_contact, ...(email.trim() === me.email ? {} : { email }) }
          : {}),
      }),
    sent: ({ pending_email }, { theme }) => {
      setColorScheme(theme === 'system' ? 'auto' : theme)
      toast.done(
        pending_email
          ? `Saved. Open the link we sent to ${pending_email} to use that address.`
          : 'Profile updated',
      )
    },
  })
  return (
    <Card component="section" aria-labelledby="profile" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Title order={2} id="profile">
            Profile
          </Title>
          <Picture
            key={form.values.avatar_url}
            url={form.values.avatar_url}
            name={form.values.name || (me.email ?? '')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label="Name" autoComplete="name" {...form.getInputProps('name')} />
            <TextInput
              label="Phone"
              type="tel"
              autoComplete="tel"
              {...form.getInputProps('phone_number')}
            />
            {isCustomer && (
              <>
                <TextInput
                  label="Contact email"
                  type="email"
                  autoComplete="email"
                  description="A new address counts once you open the link we send there. Your sign-in stays as it is."
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  {...form.getInputProps('email')}
                />
                <Select
                  label="Reach me by"
                  allowDeselect={false}
                  data={contacts}
                  {...form.getInputProps('preferred_contact')}
                />
              </>
            )}
            <TextInput
              label="Avatar URL"
              inputMode="url"
              placeholder="https://…"
              autoComplete="photo"
              {...form.getInputProps('avatar_url')}
            />
            <Select
              label="Theme"
              allowDeselect={false}
              data={themes}
              {...form.getInputProps('theme')}
            />
            <TimeZoneSelect
              label="Time zone"
              placeholder="The organization’s"
              clearable
              clearButtonProps={{ 'aria-label': 'Clear time zone' }}
              {...form.getInputProps('timezone')}
              value={form.values.timezone || null}
              onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
            />
            <Select
              label="Language and formats"
              placeholder="The browser’s"
              clearable
              clearButtonProps={{ 'aria-label': 'Clear language' }}
              data={locales}
              value={form.values.locale || null}
              onChange={(locale) => form.setFieldValue('locale', locale ?? '')}
            />
          </SimpleGrid>
          {!isCustomer && <Facts me={me} />}
          <FormProblem text={form.problem} />
          <Group gap="sm">
            <Button type="submit" loading={form.sending}>
              Save
            </Button>
            <ChangePassword me={me} />
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function Picture({ url, name }: { url: string; name: string }) {
  const [isBroken, setBroken] = useState(false)
  const usable = url.trim() !== '' && AvatarUrl.safeParse(url).success && !isBroken
  return (
    <Group gap="sm">
      <Avatar
        src={usable ? url : null}
        name={lettersOf(name)}
        color="pine"
        size={64}
        radius="xl"
        alt=""
        imageProps={{ onError: () => setBroken(true) }}
      />
      <Text c="dimmed">
        {usable
          ? 'This is how others see you.'
          : isBroken
            ? 'There is no picture at this address.'
            : 'No avatar'}
      </Text>
    </Group>
  )
}

/** What only others can change. */
function Facts({ me }: { me: Me }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <TextInput label="Email" readOnly value={me.email ?? ''} variant="filled" />
      <TextInput
        label="Role"
        readOnly
        value={me.role ? roleLabel(me.role) : 'None'}
        variant="filled"
      />
      <TextInput
        label="Organization ID"
        readOnly
        value={me.organization_id ?? 'None'}
        variant="filled"
        onFocus={(event) => event.currentTarget.select()}
      />
    </SimpleGrid>
  )
}

function ChangePassword({ me }: { me: Me }) {
  const start = useMutation({
    mutationFn: () => api['POST /api/users/password-change-ticket'](),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => toast.failed(error, 'Could not start password change'),
  })
  return (
    <Refusable
      variant="default"
      leftSection={<KeyRound size={16} aria-hidden />}
      loading={start.isPending || start.isSuccess}
      refusal={
        me.can_change_password
          ? null
          : {
              code: 'password_elsewhere',
              sentence: 'Your password is kept by the service you sign in with.',
            }
      }
      onClick={() => start.mutate()}
    >
      Change Password
    </Refusable>
  )
}
