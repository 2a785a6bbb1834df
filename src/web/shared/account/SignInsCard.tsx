import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { SignIn } from '../../../domain/base/security-log.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { useWords } from '../../app/words.ts'
import { useProof } from './proof.tsx'
import { accountWords } from '../../../words/en/account.ts'

const signIns = 'GET /api/me/sign-ins'

/** When, where and how somebody signed in to this account, or tried to. */
export function SignInsCard() {
  const words = useWords(accountWords)
  const list = useInfiniteQuery(api[signIns].pages({ query: { limit: 5 } }))
  const stranger = useSheet<{ signIn: SignIn }>('not-me')
  // Another provider keeps its own list.
  if (list.data?.pages[0]?.sign_ins.length === 0) return null
  return (
    <Card component="section" aria-labelledby="sign-ins" padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={3} id="sign-ins">
            {words.signIns}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.signInsAbout}
          </Text>
        </div>
        <Loaded of={list} failure={words.signInsFailed} skeleton={<Bars rows={3} height={44} />}>
          {({ pages }) => (
            <div>
              <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
                {pages
                  .flatMap(({ sign_ins }) => sign_ins)
                  .map((signIn) => (
                    <Row key={signIn.id} signIn={signIn} disown={() => stranger.show({ signIn })} />
                  ))}
              </Stack>
              <LoadMore of={list} label={words.signInsOlder} />
            </div>
          )}
        </Loaded>
      </Stack>
      <NotMe key={stranger.key} opened={stranger.opened} onClose={stranger.hide} />
    </Card>
  )
}

function Row({ signIn, disown }: { signIn: SignIn; disown: () => void }) {
  const words = useWords(accountWords)
  const { at, way, device, ip } = signIn
  const moment = momentLabel(at)
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" mih={44}>
      <div>
        <Text fw={600} c={way ? undefined : 'red'}>
          {way ? words.signInWays[way] : words.signInFailed}
        </Text>
        <Text c="dimmed" fz="sm">
          {words.signInFrom(moment, device, ip)}
        </Text>
      </div>
      {way && (
        <Button
          variant="default"
          flex="none"
          aria-label={words.notMeOf(device, moment)}
          onClick={disown}
        >
          {words.notMe}
        </Button>
      )}
    </Group>
  )
}

/** Ends everything but this page, then leads to a new password, if the account has one here. */
function NotMe({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = useWords(accountWords)
  const me = useMe()
  const cache = useQueryClient()
  const { proven, dialog } = useProof()
  const end = useMutation({
    mutationFn: async () => {
      await api['POST /api/me/sessions/end-others']()
      await cache.invalidateQueries({ queryKey: api['GET /api/me/sessions'].query().queryKey })
      if (!me.can_change_password) return onClose()
      const ticket = await proven((body) => api['POST /api/users/password-change-ticket']({ body }))
      if (!ticket) return
      location.assign(ticket.url)
      // Closing the dialog goes back in history, which would stop the page from leaving.
      await new Promise(() => {})
    },
  })
  return (
    <>
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title={words.notMeTitle}
        confirm={me.can_change_password ? words.notMeConfirm : words.signOutOthers}
        danger
        onConfirm={() => end.mutateAsync()}
        failure={words.signOutFailed}
      >
        {me.can_change_password ? words.notMeAbout : words.notMeElsewhere}
      </ConfirmDialog>
      {dialog}
    </>
  )
}
