import { Text, Textarea } from '@mantine/core'
import type { CustomerRequest } from '../../../../domain/request.ts'
import { HoldReason, holdReasonMax, isOnHold, type Visit } from '../../../../domain/visit.ts'
import { useActionForm } from '../../../ui/action-form.ts'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import { holdVisit } from '../../../visits/hold-acts.ts'
import { Overtaken, useOvertaken } from '../../../visits/Overtaken.tsx'
import { RequestClosed, useAsked } from './RequestNote.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { customerText, serviceText } from '../../../visits/visit-text.ts'

type Props = {
  visit: Visit
  opened: boolean
  onClose: () => void
  request?: CustomerRequest | null | undefined
  onDone?: (() => void) | undefined
}

/** Why a visit waits for another day. */
export function HoldSheet(props: Props) {
  const { visit, opened, onClose } = props
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={isOnHold(visit) ? 'Why it waits' : visit.skipped ? 'Keep for later' : 'Put on hold'}
      size="sm"
    >
      {opened && <HoldForm {...props} />}
    </Sheet>
  )
}

function HoldForm({ visit, onClose, request, onDone }: Props) {
  const { isClosed, request_id } = useAsked(request)
  const leave = useWhileHere(() => {
    onClose()
    onDone?.()
  })
  const form = useActionForm<{ reason: string }, void>({
    initialValues: { reason: visit.hold_reason ?? '' },
    validate: { reason: (text) => HoldReason.safeParse(text).error?.issues[0]?.message ?? null },
    failure: 'Failed to put on hold',
    send: ({ reason }) => holdVisit(visit, { reason, request_id }),
    sent: leave,
  })
  const { overtaken, begin } = useOvertaken(visit, true, form.sending)
  const look = () => {
    form.setProblem(null)
    begin()
  }
  return (
    <form onSubmit={form.submit} noValidate>
      {overtaken && <Overtaken visit={visit} onLook={look} />}
      {isClosed && <RequestClosed then="You can still put the visit on hold." />}
      <Text c="dimmed" size="sm" mb="sm">
        {customerText(visit)}, {serviceText(visit)} on {dayLabel(visit.date)}. It leaves its day and
        waits under “To place”.
      </Text>
      <Textarea
        label="Reason"
        description="For the office and the crew. The customer only reads “To be rescheduled”."
        placeholder="For example: gate locked, waiting for the key"
        required
        autosize
        minRows={2}
        maxLength={holdReasonMax}
        data-autofocus
        inert={form.sending}
        mb="sm"
        {...form.getInputProps('reason')}
      />
      <FormProblem text={overtaken ? null : form.problem} />
      <SheetFoot>
        <FormFoot
          form={form}
          disabled={overtaken}
          action={isOnHold(visit) ? 'Save' : 'Put on hold'}
        />
      </SheetFoot>
    </form>
  )
}
