import type { AnnouncementKind, NewAnnouncement } from '../../../domain/announcement.ts'

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
