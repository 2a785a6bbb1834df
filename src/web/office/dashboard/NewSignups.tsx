import { callAddress } from '../../../domain/base/contact.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import {
  signupText,
  type NewSignup,
  type UnfinishedSignup,
} from '../../../domain/flows/new-signup.ts'
import { customerName } from '../../shared/customers/queries.ts'
import { useSignups } from '../../shared/customers/signups.ts'
import css from '../../shared/visits/requests.module.css'

/** Sign-ups nobody has opened yet, and those that were left. Renders nothing if there are none. */
export function NewSignups() {
  const { finished, unfinished } = useSignups()
  if (finished.length + unfinished.length === 0) return null
  return (
    <section className={`${css.banner} fh-no-print`} aria-label="New sign-ups">
      <div className={css.head}>
        <UserPlus size={20} aria-hidden />
        <h2>New sign-ups</h2>
      </div>
      <ul className={css.list}>
        {finished.map((one) => (
          <Finished key={one.customer_id} signup={one} />
        ))}
        {unfinished.map((one) => (
          <Unfinished key={one.id} signup={one} />
        ))}
      </ul>
    </section>
  )
}

function Finished({ signup }: { signup: NewSignup }) {
  const name = customerName(signup)
  return (
    <li>
      <span className={css.what}>
        <strong>{name}</strong> {signupText(signup)}
      </span>
      <Button
        component={Link}
        to="/app/customers/$id"
        params={{ id: signup.customer_id } as never}
        size="sm"
        aria-label={`Open ${name}`}
      >
        Open
      </Button>
    </li>
  )
}

function Unfinished({ signup }: { signup: UnfinishedSignup }) {
  const name = customerName(signup)
  const { email, phone_number } = signup
  return (
    <li>
      <span className={css.what}>
        <strong>{name}</strong> {signupText(signup)}
        <em>Did not finish</em>
      </span>
      <Button
        component="a"
        href={phone_number ? callAddress(phone_number) : `mailto:${email}`}
        size="sm"
        variant="default"
        aria-label={`${phone_number ? 'Call' : 'Email'} ${name}`}
      >
        {phone_number ? 'Call' : 'Email'}
      </Button>
    </li>
  )
}
