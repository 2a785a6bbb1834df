import { callAddress } from '../../domain/base/contact.ts'
import { Button } from '@mantine/core'
import { MapPin, Phone } from 'lucide-react'
import type { Visit } from '../../domain/schedule/visit.ts'
import { useWords } from '../app/words.ts'
import { crewWords } from '../../words/en/crew.ts'
import { addressText, customerText, mapAddress } from '../shared/visits/visit-text.ts'

/** The way there, and the customer's phone. */
export function StopLinks({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const name = customerText(visit)
  return (
    <>
      {addressText(visit.customer) && (
        <Button
          component="a"
          href={mapAddress(visit.customer)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          size="md"
          leftSection={<MapPin size={18} aria-hidden />}
          aria-label={words.mapTo(name)}
        >
          {words.map}
        </Button>
      )}
      {visit.customer.phone_number && (
        <Button
          component="a"
          href={callAddress(visit.customer.phone_number)}
          variant="default"
          size="md"
          leftSection={<Phone size={18} aria-hidden />}
          aria-label={words.callTo(name)}
        >
          {words.call}
        </Button>
      )}
    </>
  )
}
