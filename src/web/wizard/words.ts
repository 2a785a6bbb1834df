import { wizard } from '../../words/en/wizard.ts'
import { area } from '../words.ts'

export const wizardWords = area(
  wizard,
  async () => (await import('../../words/es/wizard.ts')).wizard,
)
