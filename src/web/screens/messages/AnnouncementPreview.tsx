import { Stack, Text, Title } from '@mantine/core'
import type { Tally } from '../../../domain/announcement.ts'
import classes from './announcements.module.css'
import type { Draft } from './announcement-draft.ts'

type Props = {
  email: { subject: string; html: string }
  sms: { text: string; segments: number }
  tally: Tally
  draft: Pick<Draft, 'by_email' | 'by_text'>
}

/** Who gets it, and how it will look. */
export const AnnouncementPreview = ({ email, sms, tally, draft }: Props) => (
  <Stack gap="md" aria-live="polite">
    <Count tally={tally} />
    {draft.by_email && (
      <section aria-labelledby="preview-email">
        <Title order={3} fz="md" id="preview-email" mb={4}>
          Email: {email.subject}
        </Title>
        {/* Without scripts and without our cookies, as in a mail program. */}
        <iframe
          className={classes.mail}
          title="The email as customers see it"
          sandbox=""
          srcDoc={email.html}
        />
      </section>
    )}
    {draft.by_text && (
      <section aria-labelledby="preview-text">
        <Title order={3} fz="md" id="preview-text" mb={4}>
          Text
        </Title>
        <p className={classes.text}>{sms.text}</p>
        <Text fz="sm" c="dimmed">
          {sms.segments === 1 ? 'One text message' : `Counts as ${sms.segments} text messages`}
        </Text>
      </section>
    )}
  </Stack>
)

function Count({ tally }: { tally: Tally }) {
  const lines = [
    `${tally.customers} ${tally.customers === 1 ? 'customer is' : 'customers are'} in this group`,
    ...(tally.email ? [`${tally.email} by email now`] : []),
    ...(tally.sms ? [`${tally.sms} by text now`] : []),
    ...(tally.later ? [`${tally.later} later, when their hours allow it`] : []),
  ]
  return (
    <div>
      <Text fw={600}>{lines.join(' · ')}</Text>
      {tally.never.length > 0 && (
        <>
          <Text mt={6}>Not sent to:</Text>
          <ul className={classes.reasons}>
            {tally.never.map(({ reason, text, customers }) => (
              <li key={reason}>
                {customers}: {text}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
