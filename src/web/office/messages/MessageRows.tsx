import { Button } from '@mantine/core'
import { ChevronDown, Send } from 'lucide-react'
import { useState } from 'react'
import { phoneText } from '../../../domain/base/contact.ts'
import { channelLabels, type LoggedMessage } from '../../../domain/messages/message-log.ts'
import { useMe } from '../../app/me.ts'
import { Refusable } from '../../ui/Refusable.tsx'
import { StatusChip } from '../../ui/StatusChip.tsx'
import { momentLabel } from '../../ui/when.ts'
import { CustomerLink } from '../../ui/CustomerLink.tsx'
import css from './messages.module.css'
import { stateTones, useResend } from './queries.ts'

type Props = {
  messages: readonly LoggedMessage[]
  /** All of one customer, who need not be named. */ own?: boolean
}

/** Messages with what became of each; the words and the reasons open under Details. */
export const MessageRows = ({ messages, own = false }: Props) => (
  <ul className={css.rows}>
    {messages.map((message) => (
      <Row key={message.id} message={message} own={own} />
    ))}
  </ul>
)

function Row({ message, own }: { message: LoggedMessage; own: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const zone = useMe().organization_timezone
  const details = `message-${message.id}`
  const about = `${message.kind_label}, ${momentLabel(message.at, zone)}`
  return (
    <li className={css.row}>
      <div className={css.head}>
        <span className={css.kind}>{message.kind_label}</span>
        <span className={css.who}>
          <Who message={message} own={own} />
        </span>
        <span className={css.soft}>
          {channelLabels[message.channel]} · {momentLabel(message.at, zone)}
        </span>
      </div>
      <p className={`${css.soft} ${css.summary}`}>{message.subject ?? message.text}</p>
      <div className={css.foot}>
        <StatusChip tone={stateTones[message.state]}>{message.state_text}</StatusChip>
        {message.instead_text && <span className={css.soft}>{message.instead_text}</span>}
        <Button
          ml="auto"
          variant="subtle"
          size="xs"
          px="xs"
          aria-expanded={isOpen}
          aria-controls={details}
          aria-label={`Details of ${about}`}
          rightSection={
            <ChevronDown size={15} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
          }
          onClick={() => setOpen(!isOpen)}
        >
          Details
        </Button>
      </div>
      <div id={details} hidden={!isOpen}>
        {isOpen && <Details message={message} about={about} />}
      </div>
    </li>
  )
}

function Who({ message, own }: { message: LoggedMessage; own: boolean }) {
  const { customer_id, customer_name } = message
  const recipient = recipientOf(message)
  if (own || !customer_id) return <>{recipient || 'No address'}</>
  return <CustomerLink id={customer_id}>{customer_name ?? recipient}</CustomerLink>
}

function Details({ message, about }: { message: LoggedMessage; about: string }) {
  const resend = useResend()
  return (
    <div className={css.details}>
      <dl className={css.facts}>
        {factsOf(message).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.text}>{message.text}</p>
      <Refusable
        variant="default"
        size="sm"
        w="fit-content"
        leftSection={<Send size={16} aria-hidden />}
        refusal={message.resend_refusal}
        loading={resend.isPending}
        aria-label={`Send again: ${about}`}
        onClick={() => resend.mutate(message)}
      >
        Send again
      </Refusable>
    </div>
  )
}

const recipientOf = ({ channel, recipient }: LoggedMessage): string =>
  channel === 'sms' ? phoneText(recipient) : recipient

const factsOf = (message: LoggedMessage): [string, string][] =>
  (
    [
      ['To', recipientOf(message) || null],
      ['Sent because', basisOf(message)],
      ['Sent by', message.author_name],
      ['Attempts', message.tries > 1 ? String(message.tries) : null],
      ['Problem', message.error],
    ] as const
  ).flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))

const basisOf = ({ basis_text, consented_at, consent_text }: LoggedMessage): string | null =>
  consented_at
    ? `${basis_text ?? 'Consent'} on ${momentLabel(consented_at)}${consent_text ? `: “${consent_text}”` : ''}`
    : basis_text
