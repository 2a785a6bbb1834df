import { useQuery } from '@tanstack/react-query'
import { customerRules } from '../../../../domain/customers/customer.ts'
import { api } from '../../../app/client.ts'
import { Bars } from '../../../ui/Page.tsx'
import { useVisitRequests } from '../../../shared/visits/visit-requests.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { AddForm, type AddFormProps } from './AddForm.tsx'

type Props = Omit<AddFormProps, 'customer' | 'asked' | 'unfit'> & { opened: boolean }

/** Puts a customer's work on the schedule, once or again and again. */
export function AddToSchedule({ opened, onClose, ...rest }: Props) {
  return (
    <Sheet opened={opened} onClose={onClose} title="Add to Schedule" side size="lg">
      {opened &&
        (rest.start?.customer_id ? (
          <AddFor id={rest.start.customer_id} onClose={onClose} {...rest} />
        ) : (
          <AddForm onClose={onClose} {...rest} />
        ))}
    </Sheet>
  )
}

/** The form with its customer already chosen; if the customer cannot be loaded, one is chosen by hand. */
function AddFor({ id, ...props }: Omit<Props, 'opened'> & { id: string }) {
  const found = useQuery(
    api['GET /api/schedule/candidates'].query({
      query: { customer_id: id, include_leads: '1', limit: 1 },
    }),
  )
  const { requests, isKnown } = useVisitRequests()
  const request_id = props.start?.request_id
  const asked = requests.find((one) => one.id === request_id)
  if (found.isPending || (request_id && !isKnown)) return <Bars rows={3} height={56} />
  const customer = found.data?.customers[0]
  if (customer && customer.status !== 'paused')
    return request_id && !asked ? (
      <AddForm
        {...props}
        customer={customer}
        unfit="This request was already answered or withdrawn."
      />
    ) : (
      <AddForm {...props} customer={customer} asked={asked} />
    )
  const sentence = customer && customerRules.schedule(customer)?.sentence
  return (
    <AddForm
      {...props}
      unfit={
        sentence
          ? `${customer.name ?? 'Customer'}: ${sentence}`
          : 'This customer could not be found.'
      }
    />
  )
}
