import { Text, Textarea } from '@mantine/core'
import type { CustomerRequest } from '../../../../domain/schedule/request.ts'
import {
  HoldReason,
  holdReasonMax,
  isOnHold,
  type Visit,
} from '../../../../domain/schedule/visit.ts'
import { useActionForm } from '../../../ui/action-form.ts'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { dayLabel } from '../../../ui/when.ts'
import { useWhileHere } from '../../../ui/while-here.ts'
import { holdVisit } from '../../../shared/visits/hold-acts.ts'
import { Overtaken, useOvertaken } from '../../../shared/visits/Doubts.tsx'
import { RequestClosed, useAsked } from './RequestNote.tsx'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { customerText, serviceText } from '../../../shared/visits/visit-text.ts'
import { spoken, useWords } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'

type Props = {
  visit: Visit
  onClose: () => void
  request?: CustomerRequest | null | undefined
  onDone?: (() => void) | undefined
}

/** Why a visit waits for another day. */
export function HoldSheet({ opened, ...form }: Props & { opened: boolean }) {
  const title = useWords(appointmentWords)[holdTitle(form.visit)]
  return (
    <Sheet opened={opened} onClose={form.onClose} title={title} size="sm">
      {opened && <HoldForm {...form} />}
    </Sheet>
  )
}

export const holdTitle = (visit: Visit) =>
  isOnHold(visit) ? 'whyWaits' : visit.skipped ? 'keepForLater' : 'putOnHold'

export function HoldForm({ visit, onClose, request, onDone }: Props) {
  const words = useWords(appointmentWords)
  const { isClosed, request_id } = useAsked(request)
  const leave = useWhileHere(() => {
    onClose()
    onDone?.()
  })
  const form = useActionForm<{ reason: string }, void>({
    initialValues: { reason: visit.hold_reason ?? '' },
    validate: {
      reason: (text) => {
        const problem = HoldReason.safeParse(text).error?.issues[0]?.message
        return problem ? spoken(problem) : null
      },
    },
    failure: words.holdFailed,
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
      {isClosed && <RequestClosed then={words.stillHold} />}
      <Text c="dimmed" size="sm" mb="sm">
        {words.holdText(customerText(visit), serviceText(visit), dayLabel(visit.date))}
      </Text>
      <Textarea
        label={words.reason}
        description={words.reasonAbout}
        placeholder={words.reasonExample}
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
          action={isOnHold(visit) ? words.save : words.putOnHold}
        />
      </SheetFoot>
    </form>
  )
}
