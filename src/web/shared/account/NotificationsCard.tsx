import { Button, Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { notificationLabels, type NotificationChoice } from '../../../domain/base/person.ts'
import { useMe } from '../../app/me.ts'
import { changedOf } from '../../ui/action-form.ts'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../app/words.ts'
import { useSaveProfile } from './save-profile.ts'
import { accountWords } from '../../../words/en/account.ts'

export function NotificationsCard() {
  const words = useWords(accountWords)
  const me = useMe()
  const isCustomer = me.roles.every((role) => role === 'user')
  const about = (name: NotificationChoice) =>
    me.customer_id
      ? words.notificationForCustomers(name, me.organization_name ?? words.theBusiness)
      : words.notificationAbout(name)
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
              {isCustomer ? words.alwaysForCustomers : words.alwaysForStaff}
            </Text>
          </div>
          {(Object.keys(notificationLabels) as NotificationChoice[]).map((name) => (
            <Checkbox
              key={name}
              label={words.notification(name)}
              description={about(name)}
              checked={prefs[name]}
              onChange={(event) => {
                const { checked } = event.currentTarget
                setPrefs((before) => ({ ...before, [name]: checked }))
              }}
            />
          ))}
          <Button type="submit" w="fit-content" mt={4} loading={busy} disabled={!isDirty}>
            {words.saveNotifications}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
