import { Group, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'
import css from './customer-page.module.css'

type Props = { title: string; action?: ReactNode; children: ReactNode }

/** A titled part of a customer's page. */
export function Section({ title, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.section}>
      <Group justify="space-between" gap="xs" mb="xs" wrap="nowrap">
        <Title order={2} fz="h4" id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}

/** The level of a part's heading: under a card's name, or a part of its own on a page. */
export type Heading = { heading?: 'h2' | 'h4' }
