import { Button, Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { notificationLabels, type NotificationPrefs } from '../../domain/person.ts'
import { smsConsent } from '../../domain/signup.ts'
import { useMe } from '../me.ts'
import { changedOf } from '../ui/changed-of.ts'
import { toast } from '../ui/toast.tsx'
import { useSaveProfile } from './save-profile.ts'

const about: Record<keyof NotificationPrefs, string> = {
  email_general: 'What happens in your organization, by e-mail.',
  sms_general: 'The urgent things as text messages.',
  product_updates: 'New features, a few times a year.',
  billing_alerts: 'Failed payments, expiring cards, disputes.',
}

/** The same switches, as a customer meets them; a yes to texts is given to the business, in these words. */
const aboutForCustomers = (organization: string): typeof about => ({
  email_general: 'Reminders and changes of your visits, and when they are done, by e-mail.',
  sms_general: smsConsent({ organization }),
  product_updates: 'New features, a few times a year.',
  billing_alerts: 'Failed payments and expiring cards.',
})

export function NotificationsCard() {
  const me = useMe()
  const isCustomer = me.roles.every((role) => role === 'user')
  const texts = me.customer_id ? aboutForCustomers(me.organization_name ?? 'the business') : about
  const save = useSaveProfile()
  const [prefs, setPrefs] = useState(me.notification_prefs)
  const [busy, setBusy] = useState(false)
  const isDirty = JSON.stringify(prefs) !== JSON.stringify(me.notification_prefs)
  const submit = async () => {
    setBusy(true)
    try {
      await save({ notification_prefs: changedOf(prefs, me.notification_prefs) })
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
              {isCustomer
                ? 'Receipts, and messages such as a new password,'
                : 'Messages you need for your work, such as a new password,'}{' '}
              come in any case.
            </Text>
          </div>
          {(Object.keys(notificationLabels) as (keyof NotificationPrefs)[]).map((name) => (
            <Checkbox
              key={name}
              label={notificationLabels[name]}
              description={texts[name]}
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
