import { myHours } from '../../../words/en/my-hours.ts'
import { area } from '../../words.ts'

export const hoursWords = area(
  myHours,
  async () => (await import('../../../words/es/my-hours.ts')).myHours,
)
