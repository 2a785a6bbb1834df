import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AnswerInput, ConsentRequest } from '../../../domain/money/consent-request.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { errorText } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useWords } from '../../app/words.ts'
import { methodText } from './method-text.ts'
import { moneyWords } from '../../../words/en/money.ts'

type Props = {
  request: ConsentRequest
  answer: (answer: AnswerInput) => Promise<unknown>
  /** In a notice, where the text is read before. */
  compact?: boolean
}

/** What a customer is asked to agree to, and the one tap that answers. */
export function AgreeToLimit({ request, answer, compact = false }: Props) {
  const words = useWords(moneyWords)
  const { organization_name, new_cap_cents, old_cap_cents, work, card } = request
  const limit = formatCents(new_cap_cents)
  const text = words.agreeConsent(organization_name, limit)
  const sending = useMutation({ mutationFn: answer })
  return (
    <Stack gap="sm">
      <Text>{words.agreeWhy(formatCents(old_cap_cents), limit)}</Text>
      {work.length > 0 && (
        <ul className="fh-list">
          {work.map(({ service, price_cents }) => (
            <li key={service}>{`${service}: ${formatCents(price_cents)}`}</li>
          ))}
        </ul>
      )}
      {card && (
        <Text c="dimmed">
          {words.chargedTo(
            methodText({
              pm_type: 'card',
              card_brand: card.brand,
              last4: card.last4,
              wallet: card.wallet,
            }),
          )}
        </Text>
      )}
      <Text fz="sm" c="dimmed">
        {text}
      </Text>
      <FormProblem text={sending.error ? errorText(sending.error, words.agreeFailed) : null} />
      <Group gap="sm">
        <Button
          size={compact ? 'sm' : 'md'}
          mih={44}
          loading={sending.isPending && sending.variables.agree}
          onClick={() => sending.mutate({ agree: true, text })}
        >
          {words.agreeTo(limit)}
        </Button>
        {request.answer === null && (
          <Button
            variant="default"
            size={compact ? 'sm' : 'md'}
            mih={44}
            loading={sending.isPending && !sending.variables.agree}
            onClick={() => sending.mutate({ agree: false })}
          >
            {words.notNow}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
