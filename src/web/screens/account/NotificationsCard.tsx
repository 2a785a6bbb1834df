import { Button, Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { notificationLabels, type NotificationPrefs } from '../../../domain/person.ts'
import { useMe } from '../../me.ts'
import { toast } from '../../ui/toast.tsx'
import { useSaveProfile } from './save-profile.ts'

const about: Record<keyof NotificationPrefs, string> = {
  email_general: 'What happens in your organization, by e-mail.',
  sms_general: 'The urgent things as text messages.',
  product_updates: 'New features, a few times a year.',
  billing_alerts: 'Failed payments, expiring cards, disputes.',
}

export function NotificationsCard() {
  const me = useMe()
  const save = useSaveProfile()
  const [prefs, setPrefs] = useState(me.notification_prefs)
  const [busy, setBusy] = useState(false)
  const isDirty = JSON.stringify(prefs) !== JSON.stringify(me.notification_prefs)
  const submit = async () => {
    setBusy(true)
    try {
      await save({ notification_prefs: prefs })
      toast.done('Profile updated')
    } catch (error) {
      toast.failed(error, 'Failed to update profile')
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
              Notifications
            </Title>
            <Text c="dimmed" fz="sm">
              Messages you need for your work, such as a new password, come in any case.
            </Text>
          </div>
          {(Object.keys(notificationLabels) as (keyof NotificationPrefs)[]).map((name) => (
            <Checkbox
              key={name}
              label={notificationLabels[name]}
              description={about[name]}
              checked={prefs[name]}
              onChange={(event) => {
                const { checked } = event.currentTarget
                setPrefs((before) => ({ ...before, [name]: checked }))
              }}
            />
          ))}
          <Button type="submit" w="fit-content" mt={4} loading={busy} disabled={!isDirty}>
            Save notifications
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
