import { minutesText } from '../../../domain/base/text.ts'
import { Button, Switch, Text, Title } from '@mantine/core'
import { Clock, Pencil, Users } from 'lucide-react'
import type { Service } from '../../../domain/base/service.ts'
import { Money } from '../../ui/Money.tsx'
import { useAvailability } from './queries.ts'
import classes from './services.module.css'

export function ServiceList({
  services,
  edit,
}: {
  services: readonly Service[]
  edit: (service: Service) => void
}) {
  const availability = useAvailability()
  return (
    <ul className={classes.list} aria-label="Services">
      {services.map((service) => (
        <li key={service.id} className={classes.card} data-off={!service.active || undefined}>
          <div className={classes.head}>
            <Title order={2} fz="h3">
              {service.name}
            </Title>
            <Text component="span" fz={20} fw={680}>
              <Money cents={service.price_cents} />
            </Text>
          </div>
          <Text c="dimmed" lineClamp={3} className={classes.about}>
            {service.description}
          </Text>
          <div className={classes.facts}>
            <span>
              <Clock size={16} aria-hidden /> {minutesText(service.estimated_minutes)}
            </span>
            {service.crew_members_needed !== null && (
              <span>
                <Users size={16} aria-hidden /> {service.crew_members_needed}{' '}
                {service.crew_members_needed === 1 ? 'person' : 'people'}
              </span>
            )}
          </div>
          <Extras service={service} />
          <div className={classes.foot}>
            <Switch
              label={service.active ? 'Available' : 'Not available'}
              aria-label={`${service.name}: ${service.active ? 'Available' : 'Not available'}`}
              checked={service.active}
              onChange={() => availability.mutate(service)}
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<Pencil size={15} aria-hidden />}
              aria-label={`Edit ${service.name}`}
              onClick={() => edit(service)}
            >
              Edit
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What the crew needs to bring and know; only if something is entered. */
function Extras({ service }: { service: Service }) {
  const lines = [
    ['Equipment', service.equipment_needed],
    ['Materials', service.materials],
    ['Notes', service.notes],
  ].filter(([, text]) => text)
  if (lines.length === 0) return null
  return (
    <dl className={classes.extras}>
      {lines.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
