import { extraWork } from '../../words/en/extra-work.ts'
import { area } from '../words.ts'

export const extraWords = area(
  extraWork,
  async () => (await import('../../words/es/extra-work.ts')).extraWork,
)
