import { z } from 'zod'
import { Moment, type LocalDate } from './dates.ts'
import { Id } from './id.ts'
import { refuse, rule } from './rule.ts'

/** What a file that belongs to a visit shows. */
export const VisitFilePurpose = z.enum(['before', 'after', 'signature'])
export type VisitFilePurpose = z.infer<typeof VisitFilePurpose>
/** The ones that are photos, which the customer may see. */
export const photoPurposes = ['before', 'after'] as const satisfies readonly VisitFilePurpose[]
export type PhotoPurpose = (typeof photoPurposes)[number]

/** A photo of a visit, or the customer's signature; its bytes are read by its id. */
export const VisitFile = z.object({
  id: Id,
  purpose: VisitFilePurpose,
  /** Who added it. */
  by: z.string().nullable(),
  by_id: Id,
  /** When it was made. */
  at: Moment,
  /** Who signed; null for photos. */
  label: z.string().nullable(),
  /** In pixels. */
  width: z.int().min(1),
  height: z.int().min(1),
})
export type VisitFile = z.infer<typeof VisitFile>

/** A photo, as the customer sees it. */
export const VisitPhoto = VisitFile.pick({ id: true, at: true, width: true, height: true }).extend({
  purpose: z.enum(photoPurposes),
})
export type VisitPhoto = z.infer<typeof VisitPhoto>

export const isPhoto = <F extends Pick<VisitFile, 'purpose'>>(
  file: F,
): file is F & { purpose: PhotoPurpose } => photoPurposes.some((one) => one === file.purpose)

/** Pictures are made smaller on the device until they have at most this many bytes. */
export const pictureMaxBytes = 400_000
/** The most bytes an upload may have: browsers differ in how well they compress. */
export const uploadMaxBytes = 600_000
/** The longest side, in pixels, of what is stored, and of the small version. */
export const pictureSides = { full: 1600, small: 320 } as const
/** The width and height, in pixels, of the picture of a person. */
export const portraitSide = 256
/** A picture with more pixels is not decoded. */
export const pictureMaxPixels = 40_000_000
/** Larger files are not even read on the device. */
export const pickedMaxBytes = 40_000_000
const visitFilesMax = 60

/** Why a file somebody chose becomes no photo. */
export type PictureFault = 'heic' | 'too_large' | 'unreadable'

/** What a picture really is by its bytes, whatever it is called; null for anything else. Never SVG, which can hold scripts. */
export function pictureTypeOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | null {
  const has = (at: number, ...signature: number[]) =>
    signature.every((byte, index) => bytes[at + index] === byte)
  if (has(0, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (has(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png'
  return has(0, 0x52, 0x49, 0x46, 0x46) && has(8, 0x57, 0x45, 0x42, 0x50) ? 'webp' : null
}

type RemoveFacts = {
  by_crew: boolean
  is_own: boolean
  /** The day it was made, and today, where the organization works. */
  made_on: LocalDate
  today: LocalDate
}
/** Who may remove a file: the office any, a crew what it added itself today. */
export const fileRules = {
  add: rule(
    refuse(
      'visit_files_full',
      `A visit can have at most ${visitFilesMax} photos.`,
      ({ count }: { count: number }) => count >= visitFilesMax,
    ),
  ),
  remove: rule<RemoveFacts>(
    refuse(
      'file_not_own',
      'Only the office can remove what somebody else added.',
      ({ by_crew, is_own }: RemoveFacts) => by_crew && !is_own,
    ),
    refuse(
      'file_too_old',
      'This is from an earlier day: only the office can remove it.',
      ({ by_crew, made_on, today }: RemoveFacts) => by_crew && made_on !== today,
    ),
  ),
}
