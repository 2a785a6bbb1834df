import {
  Button,
  Card,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
  Title,
  useMantineColorScheme,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { phoneText } from '../../../domain/base/contact.ts'
import { locales, localeTags } from '../../../domain/base/locale.ts'
import { ProfilePatch } from '../../../domain/base/person.ts'
import { api } from '../../app/client.ts'
import { hasLanguages, localeOf, useMe, type Me } from '../../app/me.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { changedOf, useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { setSingleKeys, singleKeys } from '../../ui/shell-key.ts'
import { TimeZoneSelect } from '../../ui/TimeZoneSelect.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords, wordsNow } from '../../app/words.ts'
import { OwnPicture } from './OwnPicture.tsx'
import { useProof } from './proof.tsx'
import { useSaveProfile, type ProfileValues } from './save-profile.ts'
import { StaffFields } from './StaffFields.tsx'
import css from './profile.module.css'
import { accountWords } from '../../../words/en/account.ts'

const contacts = ['email', 'sms', 'phone'] as const
const themes = ['system', 'light', 'dark'] as const

const isOnlyCustomer = (me: Me) => me.roles.every((role) => role === 'user')

function useProfile(me: Me) {
  const words = useWords(accountWords)
  const save = useSaveProfile()
  const { proven, dialog } = useProof()
  const { setColorScheme } = useMantineColorScheme()
  const isCustomer = isOnlyCustomer(me)
  const form = useActionForm<ProfileValues, { pending_email: string | null } | undefined>({
    initialValues: {
      name: me.name ?? '',
      phone_number: phoneText(me.phone_number ?? ''),
      timezone: me.timezone ?? '',
      locale: localeTags[localeOf(me)],
      theme: me.theme,
      email: me.email ?? '',
      preferred_contact: me.preferred_contact,
      notification_prefs: me.notification_prefs,
      single_keys: singleKeys(),
    },
    validate: bySchema(ProfilePatch),
    failure: isCustomer ? words.accountFailed : words.profileFailed,
    // Customers choose their contact details; staff are reached at their sign-in address.
    send: ({ name, phone_number, timezone, locale, theme, ...values }) => {
      const { email, preferred_contact, notification_prefs } = values
      const shared = { name, phone_number, timezone, locale, theme }
      const isNew = email.trim() !== me.email
      const notices = { notification_prefs: changedOf(notification_prefs, me.notification_prefs) }
      const own = isCustomer ? { preferred_contact, ...(isNew ? { email } : {}) } : notices
      return proven((proof) => save({ ...shared, ...own, ...(isNew ? proof : {}) }))
    },
    sent: (saved, { theme, single_keys }) => {
      if (!saved) return
      if (!isCustomer) setSingleKeys(single_keys)
      const { pending_email } = saved
      setColorScheme(theme === 'system' ? 'auto' : theme)
      toast.done(
        pending_email
          ? wordsNow(accountWords).openLink(pending_email)
          : wordsNow(accountWords).profileSaved,
      )
    },
  })
  return { form, dialog }
}

export function ProfileCard() {
  const words = useWords(accountWords)
  const me = useMe()
  const isCustomer = isOnlyCustomer(me)
  const { form, dialog } = useProfile(me)
  return (
    <Card component="section" aria-labelledby="profile" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="sm">
          <Title order={2} id="profile">
            {words.profile}
          </Title>
          {!isCustomer && <OwnPicture me={me} />}
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label={words.name} autoComplete="name" {...form.getInputProps('name')} />
            <TextInput
              label={words.phone}
              type="tel"
              autoComplete="tel"
              {...form.getInputProps('phone_number')}
            />
            {isCustomer && <ContactFields form={form} />}
            {!isCustomer && <LookFields form={form} />}
            {hasLanguages(me) && (
              <Select
                label={words.language}
                allowDeselect={false}
                data={locales.map((locale) => ({
                  value: localeTags[locale],
                  label: words.languages[locale],
                }))}
                {...form.getInputProps('locale')}
              />
            )}
          </SimpleGrid>
          {isCustomer ? <MoreSettings form={form} me={me} /> : <Facts me={me} />}
          {!isCustomer && <StaffFields form={form} />}
          <FormProblem text={form.problem} />
          <Group gap="sm">
            <Button type="submit" loading={form.sending}>
              {words.save}
            </Button>
            <ChangePassword me={me} />
          </Group>
        </Stack>
      </form>
      {dialog}
    </Card>
  )
}

type FormProps = { form: ActionForm<ProfileValues> }

/** What most customers never change. */
const MoreSettings = ({ form, me }: FormProps & { me: Me }) => (
  <details>
    <summary className={css.more}>{useWords(accountWords).moreSettings}</summary>
    <Stack gap="sm" mt="sm">
      <OwnPicture me={me} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <LookFields form={form} />
      </SimpleGrid>
    </Stack>
  </details>
)

/** How the pages look to this person. */
function LookFields({ form }: FormProps) {
  const words = useWords(accountWords)
  return (
    <>
      <Select
        label={words.theme}
        allowDeselect={false}
        data={themes.map((value) => ({ value, label: words.themes[value] }))}
        {...form.getInputProps('theme')}
      />
      <TimeZoneSelect
        label={words.timeZone}
        placeholder={words.zonePlaceholder}
        clearable
        clearButtonProps={{ 'aria-label': words.clearZone }}
        {...form.getInputProps('timezone')}
        value={form.values.timezone || null}
        onChange={(zone) => form.setFieldValue('timezone', zone ?? '')}
      />
    </>
  )
}

/** Customers choose where they are reached. */
function ContactFields({ form }: { form: ActionForm<ProfileValues> }) {
  const words = useWords(accountWords)
  return (
    <>
      <TextInput
        label={words.contactEmail}
        type="email"
        autoComplete="email"
        description={words.contactEmailAbout}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('email')}
      />
      <Select
        label={words.reachMeBy}
        allowDeselect={false}
        data={contacts.map((value) => ({ value, label: words.contact[value] }))}
        {...form.getInputProps('preferred_contact')}
      />
    </>
  )
}

/** What only others can change. */
function Facts({ me }: { me: Me }) {
  const words = useWords(accountWords)
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <TextInput label={words.email} readOnly value={me.email ?? ''} variant="filled" />
      <TextInput
        label={words.role}
        readOnly
        value={me.role ? words.roleOf(me.role) : words.none}
        variant="filled"
      />
      <TextInput
        label={words.organizationId}
        readOnly
        value={me.organization_id ?? words.none}
        variant="filled"
        onFocus={(event) => event.currentTarget.select()}
      />
    </SimpleGrid>
  )
}

function ChangePassword({ me }: { me: Me }) {
  const words = useWords(accountWords)
  const { proven, dialog } = useProof()
  const start = useMutation({
    mutationFn: () => proven((body) => api['POST /api/users/password-change-ticket']({ body })),
    onSuccess: (ticket) => ticket && location.assign(ticket.url),
    onError: (error) => toast.failed(error, words.passwordFailed),
  })
  return (
    <>
      <Refusable
        variant="default"
        leftSection={<KeyRound size={16} aria-hidden />}
        loading={start.isPending || start.data !== undefined}
        refusal={
          me.can_change_password
            ? null
            : {
                code: 'password_elsewhere',
                sentence: words.passwordElsewhere,
              }
        }
        onClick={() => start.mutate()}
      >
        {words.changePassword}
      </Refusable>
      {dialog}
    </>
  )
}
