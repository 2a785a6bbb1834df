import { invitations } from '../../words/en/invitations.ts'
import { area } from '../words.ts'

export const invitationWords = area(
  invitations,
  async () => (await import('../../words/es/invitations.ts')).invitations,
)
