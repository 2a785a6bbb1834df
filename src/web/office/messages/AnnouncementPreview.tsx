import { Stack, Text, Title } from '@mantine/core'
import type {
  Tally,
  AnnouncementKind,
  NewAnnouncement,
} from '../../../domain/flows/announcement.ts'
import classes from './announcements.module.css'

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

/** The form's fields as typed. */
export type Draft = {
  /** Chosen one by one in the list of customers; null: everyone in the group. */
  customer_ids: readonly string[] | null
  kind: AnnouncementKind
  subject: string
  text: string
  by_email: boolean
  by_text: boolean
  service: string | null
  team_id: string | null
  city: string
  zips: string
  visit_days: string
}
export const emptyDraft: Draft = {
  customer_ids: null,
  kind: 'announcement_service',
  subject: '',
  text: '',
  by_email: true,
  by_text: false,
  service: null,
  team_id: null,
  city: '',
  zips: '',
  visit_days: '',
}

/** The announcement the fields describe; an empty field narrows nothing. */
export function contentOf(draft: Draft): NewAnnouncement {
  const {
    customer_ids,
    kind,
    subject,
    text,
    by_email,
    by_text,
    service,
    team_id,
    city,
    zips,
    visit_days,
  } = draft
  const codes = zips.split(/[\s,;]+/).filter(Boolean)
  return {
    kind,
    subject,
    text,
    by_email,
    by_text,
    group: {
      ...(customer_ids ? { customer_ids: [...customer_ids] } : {}),
      ...(service ? { service } : {}),
      ...(team_id ? { team_id } : {}),
      ...(city.trim() ? { city } : {}),
      ...(codes.length ? { zips: codes } : {}),
      ...(visit_days ? { visit_days: Number(visit_days) } : {}),
    },
  }
}
