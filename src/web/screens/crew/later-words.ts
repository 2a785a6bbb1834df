import { crewLater } from '../../../words/en/crew-later.ts'
import { area } from '../../words.ts'

export const laterWords = area(
  crewLater,
  async () => (await import('../../../words/es/crew-later.ts')).crewLater,
)
