import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useMe } from '../../app/me.ts'
import { changedOf } from '../../ui/action-form.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { NoticeFields } from './NoticeFields.tsx'
import { useSaveProfile } from './save-profile.ts'
import { accountWords } from '../../../words/en/account.ts'

/** A customer's, saved apart; staff save theirs with their profile. */
export function NotificationsCard() {
  const words = useWords(accountWords)
  const me = useMe()
  const save = useSaveProfile()
  const [prefs, setPrefs] = useState(me.notification_prefs)
  const [busy, setBusy] = useState(false)
  const isDirty = JSON.stringify(prefs) !== JSON.stringify(me.notification_prefs)
  const submit = async () => {
    setBusy(true)
    try {
      await save({ notification_prefs: changedOf(prefs, me.notification_prefs) })
      toast.done(words.profileSaved)
    } catch (error) {
      toast.failed(error, words.profileFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card component="section" aria-labelledby="notifications" padding="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="sm">
          <div>
            <Title order={2} id="notifications">
              {words.notifications}
            </Title>
            <Text c="dimmed" fz="sm">
              {words.alwaysForCustomers}
            </Text>
          </div>
          <NoticeFields
            prefs={prefs}
            set={(name, checked) => setPrefs((before) => ({ ...before, [name]: checked }))}
          />
          <Button type="submit" w="fit-content" mt={4} loading={busy} disabled={!isDirty}>
            {words.saveNotifications}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
