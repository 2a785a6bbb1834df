import { Alert, Button, Card, Checkbox, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Mail, MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { isEmail } from '../../../domain/base/email.ts'
import { isPhone } from '../../../domain/base/phone.ts'
import { ttlDefaults, ttlHours, type Invitation } from '../../../domain/people/invitation.ts'
import { api, ApiError } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { useWords, wordsNow } from '../../app/words.ts'
import { invitationWords } from '../../../words/en/invitations.ts'
import { saySent } from './queries.ts'
import { TtlField } from './QrInvite.tsx'

/** The call succeeded, but the e-mail was not sent. */
const notSent = (error: unknown): never => {
  if (error instanceof ApiError && error.status === 200 && !error.spoken)
    throw new ApiError({
      status: 200,
      code: 'unreadable',
      message: wordsNow(invitationWords).emailNotSent,
      spoken: true,
    })
  throw error
}

export function EmailInvite() {
  const words = useWords(invitationWords)
  const cache = useQueryClient()
  const [note, setNote] = useState<string | null>(null)
  const [ttl, setTtl] = useState<number | string>(ttlDefaults.customer)
  const form = useActionForm<{ email: string }, { note: string | null; invite: Invitation }>({
    initialValues: { email: '' },
    validate: ({ email }) => ({
      email: email.trim() === '' ? words.emailMissing : isEmail(email) ? null : words.emailWrong,
    }),
    failure: words.emailFailed,
    send: ({ email }) => {
      setNote(null)
      return api['POST /api/owner/invitations/email']({
        body: { email: email.trim(), ttl_hours: ttlHours(ttl) },
      }).catch(notSent)
    },
    sent: (answer) => {
      saySent(cache, answer.invite, words.emailSent)
      setNote(answer.note)
      form.reset()
    },
  })
  return (
    <Card component="section" aria-labelledby="email-invite" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={2} id="email-invite">
              {words.emailTitle}
            </Title>
            <Text c="dimmed">{words.emailAbout}</Text>
          </div>
          <TextInput
            label={words.email}
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
            {words.sendEmail}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}

export function SmsInvite() {
  const words = useWords(invitationWords)
  const cache = useQueryClient()
  const [ttl, setTtl] = useState<number | string>(ttlDefaults.customer)
  const form = useActionForm<{ phone: string; consent: boolean }, { invite: Invitation }>({
    initialValues: { phone: '', consent: false },
    validate: {
      phone: (phone) => (isPhone(phone) ? null : words.phoneWrong),
      consent: (consent) => (consent ? null : words.confirmAsked),
    },
    failure: words.smsFailed,
    send: ({ phone }) =>
      api['POST /api/owner/invitations/create']({
        body: { via: 'sms', phone: phone.trim(), ttl_hours: ttlHours(ttl) },
      }),
    sent: ({ invite }) => {
      saySent(cache, invite, words.smsSent)
      form.reset()
    },
  })
  return (
    <Card component="section" aria-labelledby="sms-invite" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={2} id="sms-invite">
              {words.smsTitle}
            </Title>
            <Text c="dimmed">{words.smsAbout}</Text>
          </div>
          <TextInput
            label={words.phone}
            type="tel"
            autoComplete="off"
            {...form.getInputProps('phone')}
          />
          <Checkbox
            label={words.theyAsked}
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
            {words.sendSms}
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
