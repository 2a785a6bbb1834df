import type { ChecklistItem } from '../../../domain/schedule/checklist.ts'
import { formatCents, parseDollars, priceMessage } from '../../../domain/base/money.ts'
import { NewService, type Service } from '../../../domain/base/service.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { count } from '../../shared/visits/visit-text.ts'

export type ServiceValues = {
  name: string
  price: string
  minutes: string
  description: string
  crew: string
  equipment_needed: string
  materials: string
  notes: string
  active: boolean
  taxable: boolean
  checklist: ChecklistItem[]
  records_products: boolean
  asks_signature: boolean
}

/** The form's initial values; null is a new service, whose name may be known. */
export const serviceValues = (service: Service | null, name: string): ServiceValues => ({
  name: service?.name ?? name,
  price: service ? formatCents(service.price_cents).replace(/[$,]/g, '') : '',
  minutes: service ? String(service.estimated_minutes) : '',
  description: service?.description ?? '',
  crew: service?.crew_members_needed == null ? '' : String(service.crew_members_needed),
  equipment_needed: service?.equipment_needed ?? '',
  materials: service?.materials ?? '',
  notes: service?.notes ?? '',
  active: service?.active ?? true,
  taxable: service?.taxable ?? false,
  checklist: service?.checklist ?? [],
  records_products: service?.records_products ?? false,
  asks_signature: service?.asks_signature ?? false,
})

const wholeOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/**
 * Converts the form's texts for the server; an unreadable price or time becomes null, for which the
 * schema has a message.
 */
export const serviceBody = ({
  price,
  minutes,
  crew,
  equipment_needed,
  materials,
  notes,
  checklist,
  ...rest
}: ServiceValues) => ({
  ...rest,
  checklist: checklist.filter(({ text }) => text.trim() !== ''),
  price_cents: parseDollars(price),
  estimated_minutes: wholeOrNull(minutes),
  crew_members_needed: wholeOrNull(crew),
  equipment_needed: equipment_needed.trim() || null,
  materials: materials.trim() || null,
  notes: notes.trim() || null,
})

/** The form's field names by the server's. */
export const formNames = {
  price_cents: 'price',
  estimated_minutes: 'minutes',
  crew_members_needed: 'crew',
} as const

/** Validation errors by form field. */
export function serviceProblems(values: ServiceValues): Record<string, string> {
  const found = bySchema(NewService)(serviceBody(values))
  if (values.price.trim() !== '' && parseDollars(values.price) === null)
    found['price_cents'] = priceMessage
  return Object.fromEntries(
    Object.entries(found).map(([name, sentence]) => [
      formNames[name as keyof typeof formNames] ?? name,
      sentence,
    ]),
  )
}

export const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 4)

/** How much scheduled work follows the service's price or time; nothing if none. */
export const followed = (jobs = 0): string | undefined =>
  jobs === 0
    ? undefined
    : `${count(jobs, 'scheduled job')} ${jobs === 1 ? 'follows' : 'follow'} this: upcoming visits change as soon as you save.`
