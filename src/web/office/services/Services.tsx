import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical, ListChecks, Plus, TrendingUp, Wrench } from 'lucide-react'
import { defaultIndustry, industries, presetServices } from '../../../domain/base/onboarding.ts'
import { officeRoles } from '../../../domain/base/roles.ts'
import type { Service } from '../../../domain/base/service.ts'
import { useHasRole, useMe } from '../../app/me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { ServiceList } from './ServiceList.tsx'
import { ServiceSheet } from './ServiceSheet.tsx'
import { TemplateSheet } from './TemplateSheet.tsx'
import { servicesQuery } from './queries.ts'

export default function Services() {
  const me = useMe()
  const list = useQuery(servicesQuery)
  const sheet = useSheet<{ service: Service | null; name: string }>('service')
  const template = useSheet('service-template')
  const industry = industries.find((one) => one === me.organization?.industry) ?? defaultIndustry
  const presets = presetServices[industry]
  const add = (name = '') => sheet.show({ service: null, name })
  return (
    <Page
      title="Services"
      about="What you offer, and at what price. Customers choose from the available ones when they sign up."
      actions={
        <Actions template={list.data ? () => template.show(true) : null} add={() => add()} />
      }
    >
      <Loaded of={list} failure="Failed to load services">
        {({ services }) => {
          const missing = presets.filter(
            (name) =>
              !services.some((service) => service.name.toLowerCase() === name.toLowerCase()),
          )
          return (
            <>
              {services.length > 0 ? (
                <ServiceList
                  services={services}
                  edit={(service) => sheet.show({ service, name: '' })}
                />
              ) : (
                <EmptyState
                  title="No services yet"
                  icon={<Wrench size={22} />}
                  action={
                    <Group justify="center" gap="sm">
                      <Button onClick={() => template.show(true)}>Start from a template</Button>
                      <Button variant="default" onClick={() => add()}>
                        Add your first service
                      </Button>
                    </Group>
                  }
                >
                  <Text>
                    Visits, invoices and the sign-up page all name a service and its price.
                  </Text>
                </EmptyState>
              )}
              {missing.length > 0 && <Suggestions names={missing} add={add} />}
            </>
          )
        }}
      </Loaded>
      {list.data && (
        <TemplateSheet
          key={`template${template.key}`}
          opened={template.opened}
          onClose={template.hide}
          industry={industry}
          services={list.data.services}
        />
      )}
      <ServiceSheet
        key={sheet.key}
        opened={sheet.opened}
        onClose={sheet.hide}
        service={sheet.about?.service ?? null}
        name={sheet.about?.name ?? ''}
      />
    </Page>
  )
}

type ActionsProps = {
  /** Null until it is known what is offered. */
  template: (() => void) | null
  add: () => void
}

const Actions = ({ template, add }: ActionsProps) => (
  <>
    {useHasRole(...officeRoles) && (
      <Button
        component={Link}
        to="/app/price-campaigns"
        variant="default"
        leftSection={<TrendingUp size={18} aria-hidden />}
      >
        Raise prices
      </Button>
    )}
    <Button
      component={Link}
      to="/app/products-applied"
      variant="default"
      leftSection={<FlaskConical size={18} aria-hidden />}
    >
      Products applied
    </Button>
    <Button
      variant="default"
      leftSection={<ListChecks size={18} aria-hidden />}
      disabled={template === null}
      onClick={() => template?.()}
    >
      Start from a template
    </Button>
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={add}>
      Add service
    </Button>
  </>
)

/** Services businesses in the same industry usually offer that this one does not list yet. */
function Suggestions({ names, add }: { names: readonly string[]; add: (name: string) => void }) {
  return (
    <section style={{ marginTop: 28 }} aria-labelledby="suggestions">
      <Title order={2} fz="h3" id="suggestions">
        Often offered in your industry
      </Title>
      <Text c="dimmed" mb="sm">
        Choose one to add it with your own price and time.
      </Text>
      <Group gap="xs">
        {names.map((name) => (
          <Button
            key={name}
            variant="default"
            size="sm"
            radius="xl"
            leftSection={<Plus size={16} aria-hidden />}
            aria-label={`Add ${name}`}
            onClick={() => add(name)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </section>
  )
}
