import { askVisit } from '../../words/en/ask-visit.ts'
import { area } from '../words.ts'

export const askVisitWords = area(
  askVisit,
  async () => (await import('../../words/es/ask-visit.ts')).askVisit,
)
