import { appointment } from '../../../../words/en/appointment.ts'
import { area } from '../../../words.ts'

export const appointmentWords = area(
  appointment,
  async () => (await import('../../../../words/es/appointment.ts')).appointment,
)
