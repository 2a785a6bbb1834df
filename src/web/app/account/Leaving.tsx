import { Button, Card, Group, List, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { reasonLimit } from '../../../domain/schedule/request.ts'
import { api } from '../client.ts'
import { accountWords } from '../../../words/en/account.ts'
import { useWords } from '../words.ts'
import { useMe } from '../me.ts'
import { queryClient } from '../query-client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { longDayLabel, momentLabel } from '../../ui/when.ts'
import { Notice } from '../../ui/Notice.tsx'
import { leavingQuery, useClosed } from '../../portal/queries.ts'
import { useSheet } from '../../ui/use-sheet.ts'

type State = Answer<Calls['GET /api/users/leaving']>
const show = (state: State) => queryClient.setQueryData(leavingQuery.queryKey, state)

/** Asks the business to close the account, and shows the status of the request. */
export function Leaving() {
  const words = useWords(accountWords)
  const me = useMe()
  const state = useQuery(leavingQuery)
  const closed = useClosed()
  const asking = useSheet('leave')
  const name = me.organization_name ?? words.theBusiness
  return (
    <Card component="section" aria-labelledby="leaving" padding="lg">
      <Title order={2} id="leaving" mb={4}>
        {words.leave(name)}
      </Title>
      <Loaded of={state} failure={words.leaveFailed} skeleton={<Bars rows={1} height={60} />}>
        {({ request, outlook }) => (
          <Stack gap="sm">
            {request?.status === 'requested' ? (
              <Waiting name={name} asked_at={request.created_at} />
            ) : (
              <>
                {request?.status === 'kept' && (
                  <Notice title={words.answered(name)}>{request.answer}</Notice>
                )}
                <Text c="dimmed" fz="sm">
                  {words.leaveAbout(name)}
                </Text>
                <Refusable
                  variant="default"
                  w="fit-content"
                  refusal={closed}
                  leftSection={<DoorOpen size={16} aria-hidden />}
                  onClick={() => asking.show(true)}
                >
                  {words.closeAccount}
                </Refusable>
                {asking.opened && <AskDialog name={name} outlook={outlook} onClose={asking.hide} />}
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </Card>
  )
}

function Waiting({ name, asked_at }: { name: string; asked_at: string }) {
  const words = useWords(accountWords)
  const withdraw = useMutation({
    mutationFn: () => api['POST /api/users/leaving/withdraw'](),
    onSuccess: (state) => {
      show(state)
      toast.done(words.takenBack)
    },
    onError: (error) => {
      toast.failed(error, words.takeBackFailed)
      void queryClient.invalidateQueries({ queryKey: leavingQuery.queryKey })
    },
  })
  return (
    <Notice title={words.youAsked(name)}>
      <Group justify="space-between" gap="sm">
        <span>{words.sinceThen(momentLabel(asked_at))}</span>
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {words.takeBack}
        </Button>
      </Group>
    </Notice>
  )
}

function AskDialog({
  name,
  outlook,
  onClose,
}: {
  name: string
  outlook: State['outlook']
  onClose: () => void
}) {
  const words = useWords(accountWords)
  const [reason, setReason] = useState('')
  const ask = async () => {
    show(await api['POST /api/users/leaving']({ body: { reason: reason.trim() || null } }))
    toast.done(words.requestSent)
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={words.leaveTitle(name)}
      confirm={words.askToClose}
      cancel={words.stay}
      danger
      failure={words.requestFailed}
      onConfirm={ask}
    >
      <Stack gap="sm">
        <Text>{words.onceAgreed(name)}</Text>
        <List spacing={4}>
          {words.consequences(outlook, longDayLabel).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Unsaved values={reason} />
        <Textarea
          label={words.whyLeave}
          description={words.whyLeaveAbout}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={reasonLimit}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
