import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Wrench } from 'lucide-react'
import { presetServices } from '../../../domain/onboarding.ts'
import type { Service } from '../../../domain/service.ts'
import { useMe } from '../../me.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded, Page } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { ServiceList } from './ServiceList.tsx'
import { ServiceSheet } from './ServiceSheet.tsx'
import { Suggestions } from './Suggestions.tsx'
import { servicesQuery } from './queries.ts'

export default function Services() {
  const me = useMe()
  const list = useQuery(servicesQuery)
  const sheet = useSheet<{ service: Service | null; name: string }>('service')
  const presets =
    presetServices[(me.organization?.industry ?? 'Other') as keyof typeof presetServices] ?? []
  const add = (name = '') => sheet.show({ service: null, name })
  return (
    <Page
      title="Services"
      about="What you offer, and at what price. Customers choose from the available ones when they sign up."
      actions={
        <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => add()}>
          Add service
        </Button>
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
                  action={<Button onClick={() => add()}>Add your first service</Button>}
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
