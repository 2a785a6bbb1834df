import { visits } from '../../words/en/visits.ts'
import { area } from '../words.ts'

export const visitWords = area(
  visits,
  async () => (await import('../../words/es/visits.ts')).visits,
)
