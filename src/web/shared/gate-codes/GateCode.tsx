import { Button, Text } from '@mantine/core'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { officeRoles } from '../../../domain/base/roles.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { useIdentity } from '../../app/auth.ts'
import { api, ApiError, errorText } from '../../app/client.ts'
import { useHasRole } from '../../app/me.ts'
import { queryClient } from '../../app/query-client.ts'
import { useWords } from '../../app/words.ts'
import { keptGateCode } from '../../app/kept-gate-codes.ts'
import { gateCodeWords } from '../../../words/en/gate-codes.ts'

/** The gate code of a visit, which is shown on a press, because each look is written down. */
export function GateCode({ visit }: { visit: Visit }) {
  const isOffice = useHasRole(...officeRoles)
  const whose = useIdentity()?.profile.sub ?? null
  const { customer, id } = visit
  const isOver = visit.is_completed || visit.skipped
  if (!customer.has_gate_code || (isOver && !isOffice)) return null
  const seeForOffice = () =>
    api['POST /api/owner/customers/{id}/gate-code-looks']({
      params: { id: customer.id },
      body: { screen: 'visit', visit: id },
    }).finally(() => void reloadLooks())
  const seeForCrew = () =>
    api['POST /api/crew/gate-code-looks']({ body: { visit: id } }).catch((fault: unknown) => {
      // A refusal stands; without a connection there is what this phone got for the day.
      const gate_code = isRefused(fault) ? null : keptGateCode(whose, id)
      if (gate_code === null) throw fault
      return { gate_code }
    })
  return <Shown key={id} see={isOffice ? seeForOffice : seeForCrew} />
}

const isRefused = (fault: unknown): boolean =>
  fault instanceof ApiError && fault.status < 500 && fault.status >= 400

const reloadLooks = () =>
  queryClient.invalidateQueries({
    queryKey: api['GET /api/owner/customers/{id}/gate-code-looks'].key(),
  })

type See = () => Promise<{ gate_code: string | null }>
type State = { code: string | null } | { problem: string } | 'asked' | null

/** A button, and in its place what it finds. */
export function Shown({ see }: { see: See }) {
  const words = useWords(gateCodeWords)
  const [state, setState] = useState<State>(null)
  const ask = async () => {
    setState('asked')
    setState(
      await see().then(
        ({ gate_code }) => ({ code: gate_code }),
        (fault: unknown) => ({
          problem: isRefused(fault) ? errorText(fault, words.failed) : words.notHere,
        }),
      ),
    )
  }
  if (state !== null && state !== 'asked' && 'code' in state)
    return (
      <Text component="p" m={0}>
        {state.code === null ? (
          words.gone
        ) : (
          <>
            {words.gateCode} <strong>{state.code}</strong>
          </>
        )}
        <Text component="small" c="dimmed" display="block" fz="xs">
          {words.told}
        </Text>
      </Text>
    )
  return (
    <>
      <Button
        variant="default"
        size="sm"
        mih={44}
        my={6}
        leftSection={<KeyRound size={16} aria-hidden />}
        loading={state === 'asked'}
        onClick={() => void ask()}
      >
        {words.show}
      </Button>
      {state !== null && state !== 'asked' && (
        <Text component="p" m={0} role="alert" fz="sm">
          {state.problem}
        </Text>
      )}
    </>
  )
}
