import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { moneyRoles } from '../../domain/base/roles.ts'
import { useHasRole } from '../app/me.ts'

type Props = { id: string | null | undefined; children: ReactNode }

/** A customer's name, which opens their page for those who may see it. */
export function CustomerLink({ id, children }: Props) {
  const mayOpen = useHasRole(...moneyRoles)
  if (!id || !mayOpen) return <>{children}</>
  return (
    <Anchor
      component={Link}
      to="/app/customers/$id"
      params={{ id } as never}
      inherit
      c="inherit"
      underline="always"
    >
      {children}
    </Anchor>
  )
}
