import { Button, Card, Group, List, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DoorOpen } from 'lucide-react'
import { useState } from 'react'
import type { Calls } from '../../../api/calls.ts'
import type { Answer } from '../../../api/kit.ts'
import { leavingConsequences } from '../../../domain/leaving.ts'
import { reasonLimit } from '../../../domain/request.ts'
import { api } from '../../client.ts'
import { useMe } from '../../me.ts'
import { queryClient } from '../../query-client.ts'
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

/** The way out: asks the business to close the account, and says how that stands. */
export function Leaving() {
  const me = useMe()
  const state = useQuery(leavingQuery)
  const closed = useClosed()
  const asking = useSheet('leave')
  const name = me.organization_name ?? 'the business'
  return (
    <Card component="section" aria-labelledby="leaving" padding="lg">
      <Title order={2} id="leaving" mb={4}>
        Leave {name}
      </Title>
      <Loaded
        of={state}
        failure="Failed to load your account"
        skeleton={<Bars rows={1} height={60} />}
      >
        {({ request, outlook }) => (
          <Stack gap="sm">
            {request?.status === 'requested' ? (
              <Waiting name={name} asked_at={request.created_at} />
            ) : (
              <>
                {request?.status === 'kept' && (
                  <Notice title={`${name} answered`}>{request.answer}</Notice>
                )}
                <Text c="dimmed" fz="sm">
                  Your account with {name} is closed once they agree. You can take the request back
                  until then.
                </Text>
                <Refusable
                  variant="default"
                  w="fit-content"
                  refusal={closed}
                  leftSection={<DoorOpen size={16} aria-hidden />}
                  onClick={() => asking.show(true)}
                >
                  Close my account
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
  const withdraw = useMutation({
    mutationFn: () => api['POST /api/users/leaving/withdraw'](),
    onSuccess: (state) => {
      show(state)
      toast.done('Your account stays open')
    },
    onError: (error) => {
      toast.failed(error, 'Could not take the request back')
      void queryClient.invalidateQueries({ queryKey: leavingQuery.queryKey })
    },
  })
  return (
    <Notice title={`You asked ${name} to close your account`}>
      <Group justify="space-between" gap="sm">
        <span>Since {momentLabel(asked_at)}. Everything stays as it is until they answer.</span>
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Take it back
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
  const [reason, setReason] = useState('')
  const ask = async () => {
    show(await api['POST /api/users/leaving']({ body: { reason: reason.trim() || null } }))
    toast.done('Request Sent')
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Leave ${name}?`}
      confirm="Ask to close my account"
      cancel="Stay"
      danger
      failure="Failed to submit request"
      onConfirm={ask}
    >
      <Stack gap="sm">
        <Text>{name} has to agree. Once they do:</Text>
        <List spacing={4}>
          {leavingConsequences(outlook, longDayLabel).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Unsaved values={reason} />
        <Textarea
          label="Why do you leave?"
          description="Optional. The business reads it."
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
