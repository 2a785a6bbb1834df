import { Alert, Button, Card, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { EmailText, PhoneText } from '../../../domain/contact.ts'
import { ttlDefaults, ttlHours } from '../../../domain/invitation.ts'
import { api, ApiError } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { toast } from '../../ui/toast.tsx'
import { recentKey } from '../../invitations/queries.ts'
import { TtlField } from './QrInvite.tsx'

/** The call succeeded, but the e-mail was not sent. */
const notSent = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 200 && !error.spoken)
    throw new ApiError({
      status: 200,
      code: 'unreadable',
      message: 'Email send failed',
      spoken: true,
    })
  throw error
}

export function EmailInvite() {
  const cache = useQueryClient()
  const [note, setNote] = useState<string | null>(null)
  const [ttl, setTtl] = useState<number | string>(ttlDefaults.customer)
  const form = useActionForm<{ email: string }, { note: string | null }>({
    initialValues: { email: '' },
    validate: ({ email }) => ({
      email:
        email.trim() === ''
          ? 'Email is required'
          : EmailText.safeParse(email).success
            ? null
            : 'Enter a valid email',
    }),
    failure: 'Failed to send email invite',
    send: ({ email }) => {
      setNote(null)
      return api['POST /api/owner/invitations/email']({
        body: { email: email.trim(), ttl_hours: ttlHours(ttl) },
      }).catch(notSent)
    },
    sent: (answer) => {
      toast.done('Email invite sent')
      setNote(answer.note)
      form.reset()
      void cache.invalidateQueries({ queryKey: recentKey })
    },
  })
  return (
    <Card component="section" aria-labelledby="email-invite" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={2} id="email-invite">
              Send Email Invite
            </Title>
            <Text c="dimmed">For one person. The link works once.</Text>
          </div>
          <TextInput
            label="Email"
            type="email"
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <div>
            <TtlField value={ttl} onChange={setTtl} />
            <output>
              {note && (
                <Alert color="honey" variant="light" role="none" py="xs" mt="md">
                  {note}
                </Alert>
              )}
            </output>
          </div>
          <FormProblem text={form.problem} />
          <Button
            type="submit"
            loading={form.sending}
            w="fit-content"
            leftSection={<Mail size={16} aria-hidden />}
          >
            Send email invite
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

export function SmsInvite() {
  const cache = useQueryClient()
  const [ttl, setTtl] = useState<number | string>(ttlDefaults.customer)
  const form = useActionForm<{ phone: string; consent: boolean }, unknown>({
    initialValues: { phone: '', consent: false },
    validate: {
      phone: (phone) => (PhoneText.safeParse(phone).success ? null : 'Enter a valid phone number'),
      consent: (consent) => (consent ? null : 'Please confirm that they asked for it'),
    },
    failure: 'Failed to send SMS invite',
    send: ({ phone }) =>
      api['POST /api/owner/invitations/create']({
        body: { via: 'sms', phone: phone.trim(), ttl_hours: ttlHours(ttl) },
      }),
    sent: () => {
      toast.done('SMS invite sent')
      form.reset()
      void cache.invalidateQueries({ queryKey: recentKey })
    },
  })
  return (
    <Card component="section" aria-labelledby="sms-invite" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={2} id="sms-invite">
              Send SMS Invite
            </Title>
            <Text c="dimmed">One message, with no follow-ups.</Text>
          </div>
          <TextInput label="Phone" type="tel" autoComplete="off" {...form.getInputProps('phone')} />
          <Checkbox
            label="They asked me to text them this link"
            {...form.getInputProps('consent', { type: 'checkbox' })}
          />
          <TtlField value={ttl} onChange={setTtl} />
          <FormProblem text={form.problem} />
          <Button
            type="submit"
            loading={form.sending}
            w="fit-content"
            leftSection={<MessageSquare size={16} aria-hidden />}
          >
            Send SMS invite
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
