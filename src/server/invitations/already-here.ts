import { alreadyCustomerText } from '../../domain/customer.ts'
import { alreadyStaffText } from '../../domain/invitation.ts'
import type { Role } from '../../domain/roles.ts'
import { lookalikes } from '../customers/lookalikes.ts'
import type { OrgTx } from '../db/door.ts'
import { staffMember } from './read.ts'

/**
 * Who already has this address here, as far as the inviter may see; null if no one. The e-mail is
 * sent anyway: they may have asked for it.
 */
export async function alreadyHere(tx: OrgTx, email: string): Promise<string | null> {
  const [member, [customer]] = await Promise.all([
    staffMember(tx, email),
    lookalikes(tx, { email }),
  ])
  return member
    ? alreadyStaffText(email, member.role as Role)
    : customer
      ? alreadyCustomerText(email, customer)
      : null
}
