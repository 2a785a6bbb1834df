import { Checkbox, Kbd, Stack, Text, Title } from '@mantine/core'
import { inviterRoles } from '../../../domain/base/roles.ts'
import { useHasRole } from '../../app/me.ts'
import { useWords } from '../../app/words.ts'
import type { ActionForm } from '../../ui/action-form.ts'
import { accountWords } from '../../../words/en/account.ts'
import { NoticeFields } from './NoticeFields.tsx'
import type { ProfileValues } from './save-profile.ts'

type Props = { form: ActionForm<ProfileValues> }

/** What staff choose besides their profile, saved with it. */
export function StaffFields({ form }: Props) {
  const words = useWords(accountWords)
  const hasKeys = useHasRole(...inviterRoles)
  return (
    <>
      <Stack component="section" aria-labelledby="notifications" gap="sm" mt="md">
        <div>
          <Title order={3} id="notifications">
            {words.notifications}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.alwaysForStaff}
          </Text>
        </div>
        <NoticeFields
          prefs={form.values.notification_prefs}
          set={(name, checked) => form.setFieldValue(`notification_prefs.${name}`, checked)}
        />
      </Stack>
      {hasKeys && <Keys form={form} />}
    </>
  )
}

/** Keyboard shortcuts, and whether single keys open things on this device. */
function Keys({ form }: Props) {
  const words = useWords(accountWords)
  return (
    <Stack component="section" aria-labelledby="keys" gap="sm" mt="md" visibleFrom="sm">
      <Title order={3} id="keys">
        {words.keyboard}
      </Title>
      <Text fz="sm">
        <Kbd>/</Kbd> {words.keysOr} <Kbd>{'Ctrl'}</Kbd> <Kbd>{'K'}</Kbd> {words.keysFind}{' '}
        <Kbd>{'Shift'}</Kbd> <Kbd>{'K'}</Kbd> {words.keysQuick}
      </Text>
      <Checkbox
        label={words.singleKeys}
        description={words.singleKeysAbout}
        {...form.getInputProps('single_keys', { type: 'checkbox' })}
      />
    </Stack>
  )
}
