import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInWays } from '../../../api/sign-in.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { isPhone, phoneProblem } from '../../../domain/base/phone.ts'
import { api } from '../../app/client.ts'
import { asksAgain } from '../../app/live.ts'
import { spoken, useWords, wordsNow } from '../../app/words.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import { useProof } from './proof.tsx'
import { CodeForm, fieldOf } from './CodeForm.tsx'
import { accountWords } from '../../../words/en/account.ts'

const query = api['GET /api/me/sign-in'].query()

asksAgain(['profile_updated'], query.queryKey)

/** Where sign-in codes go: the mailbox, and numbers this person has proven. */
export function NumbersCard() {
  const words = useWords(accountWords)
  const ways = useQuery(query)
  if (ways.data && !ways.data.is_offered) return null
  return (
    <Card component="section" aria-labelledby="sign-in-codes" padding="lg">
      <Stack gap="sm">
        <div>
          <Title order={3} id="sign-in-codes">
            {words.codesTitle}
          </Title>
          <Text c="dimmed" fz="sm">
            {words.codesAbout}
          </Text>
        </div>
        <Loaded of={ways} failure={words.codesFailed} skeleton={<Bars rows={2} height={44} />}>
          {(data) => <Ways ways={data} />}
        </Loaded>
      </Stack>
    </Card>
  )
}

function Ways({ ways }: { ways: SignInWays }) {
  const words = useWords(accountWords)
  const { mailbox, numbers } = ways
  const isOpen = mailbox === null || mailbox.is_proven
  return (
    <>
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {mailbox && (
          <li>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {mailbox.email}
            </Text>
            <Text c="dimmed" fz="sm">
              {mailbox.is_proven ? words.codesByMail : words.codesUnproven}
            </Text>
          </li>
        )}
        {numbers.map((number) => (
          <OwnNumber key={number.phone_number} number={number} />
        ))}
      </Stack>
      {isOpen && <NewNumber />}
    </>
  )
}

function useKeep() {
  const cache = useQueryClient()
  return (ways: SignInWays) => cache.setQueryData(query.queryKey, ways)
}

function OwnNumber({
  number: { phone_number, proven_at, used_at },
}: {
  number: SignInWays['numbers'][number]
}) {
  const words = useWords(accountWords)
  const keep = useKeep()
  const { proven, dialog } = useProof()
  const shown = phoneText(phone_number)
  const remove = useMutation({
    mutationFn: () =>
      proven((proof) => api['POST /api/me/numbers/removal']({ body: { ...proof, phone_number } })),
    onSuccess: (ways) => {
      if (!ways) return
      keep(ways)
      toast.done(wordsNow(accountWords).numberRemoved)
    },
    onError: (error) => toast.failed(error, wordsNow(accountWords).numberNotRemoved),
  })
  return (
    <Group component="li" justify="space-between" gap="sm" mih={44}>
      <div>
        <Text fw={600}>{shown}</Text>
        <Text c="dimmed" fz="sm">
          {words.numberProven(momentLabel(proven_at), used_at !== null)}
        </Text>
      </div>
      <Button
        variant="default"
        aria-label={words.numberRemoveOf(shown)}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {words.passkeyRemove}
      </Button>
      {dialog}
    </Group>
  )
}

/** A number, then the code that was texted to it. */
function NewNumber() {
  const words = useWords(accountWords)
  const [number, setNumber] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { proven, dialog } = useProof()
  const text = useMutation({
    mutationFn: async () => {
      if (!isPhone(number)) return undefined
      return proven((proof) =>
        api['POST /api/me/numbers']({ body: { ...proof, phone_number: number } }),
      )
    },
    onSuccess: (sent) => sent && setSentTo(phoneText(number)),
    onError: (error) =>
      fieldOf(error, 'phone_number') ?? toast.failed(error, wordsNow(accountWords).numberNotSent),
  })
  const problem = text.isSuccess && number ? phoneProblem(number) : null
  const wrong = problem ? spoken(problem) : undefined
  if (sentTo)
    return (
      <TypedBack
        sentTo={sentTo}
        onDone={() => {
          setSentTo(null)
          setNumber('')
          text.reset()
        }}
      />
    )
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          text.mutate()
        }}
      >
        <Stack gap="sm" maw={360}>
          <TextInput
            label={words.numberNew}
            type="tel"
            autoComplete="tel"
            value={number}
            error={fieldOf(text.error, 'phone_number') ?? wrong}
            onChange={({ currentTarget: { value } }) => setNumber(value)}
          />
          <Group>
            <Button
              type="submit"
              variant="default"
              loading={text.isPending}
              disabled={!number.trim()}
            >
              {words.numberSend}
            </Button>
          </Group>
        </Stack>
      </form>
      {dialog}
    </>
  )
}

function TypedBack({ sentTo, onDone }: { sentTo: string; onDone: () => void }) {
  const words = useWords(accountWords)
  const keep = useKeep()
  return (
    <CodeForm
      label={words.numberCode}
      button={words.numberConfirm}
      failure={words.numberNotAdded}
      takesFocus
      about={<Text component="output">{words.numberSent(sentTo)}</Text>}
      send={(code) => api['POST /api/me/numbers/confirm']({ body: { code } })}
      onSent={(ways) => {
        keep(ways)
        toast.done(wordsNow(accountWords).numberAdded)
        onDone()
      }}
    >
      <Button variant="subtle" onClick={onDone}>
        {words.numberOther}
      </Button>
    </CodeForm>
  )
}
