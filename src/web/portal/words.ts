import { portal } from '../../words/en/portal.ts'
import { area } from '../words.ts'

export const portalWords = area(
  portal,
  async () => (await import('../../words/es/portal.ts')).portal,
)
