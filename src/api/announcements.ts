import { z } from 'zod'
import {
  Announcement,
  announcementRules,
  NewAnnouncement,
  Tally,
} from '../domain/flows/announcement.ts'
import { anyOffice, defineCalls } from './kit.ts'

export const announcements = defineCalls({
  'GET /api/owner/announcements': {
    summary: 'The last hundred announcements, newest first, with what became of each',
    roles: anyOffice,
    ok: z.object({ announcements: z.array(Announcement) }),
  },
  'POST /api/owner/announcements/preview': {
    summary: 'What an announcement would look like, who would get it, and who would not and why',
    roles: anyOffice,
    body: NewAnnouncement,
    ok: z.object({
      email: z.object({ subject: z.string(), html: z.string() }),
      sms: z.object({ text: z.string(), segments: z.int() }),
      tally: Tally,
    }),
    errors: { no_postal_address: 409 },
    per_minute: 60,
  },
  'POST /api/owner/announcements': {
    summary: 'Send an announcement to a group of customers, so many an hour',
    roles: anyOffice,
    body: NewAnnouncement,
    ok: Announcement,
    status: 201,
    idempotent: true,
    rules: [announcementRules.send],
    errors: { no_postal_address: 409 },
    per_minute: 20,
  },
  'POST /api/owner/announcements/{id}/stop': {
    summary: 'Stop an announcement at once, including messages that still wait',
    roles: anyOffice,
    ok: Announcement,
    rules: [announcementRules.stop],
  },
})
