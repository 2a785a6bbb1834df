import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../app/client.ts'
import { cannedQuery } from './queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'

type Answer = { id: string; title: string; text: string }

/** Renames and deletes the answers that are ready to use. */
export function ReadyAnswers({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { data } = useQuery({ ...cannedQuery(), enabled: opened })
  return (
    <Sheet opened={opened} onClose={onClose} title="Saved replies">
      {data?.items.length === 0 ? (
        <Text>No saved replies yet. Write a reply, then choose “Save this reply”.</Text>
      ) : (
        <Stack component="ul" gap="lg" m={0} p={0} style={{ listStyle: 'none' }}>
          {data?.items.map((answer) => (
            <OneAnswer key={answer.id} answer={answer} />
          ))}
        </Stack>
      )}
    </Sheet>
  )
}

const reload = () => queryClient.invalidateQueries({ queryKey: cannedQuery().queryKey })

function OneAnswer({ answer: { id, title, text } }: { answer: Answer }) {
  const [name, setName] = useState(title)
  const rename = useMutation({
    mutationFn: () =>
      api['PATCH /api/owner/canned-replies/{id}']({ params: { id }, body: { title: name } }),
    onSuccess: async () => {
      await reload()
      toast.done('Renamed')
    },
    onError: (fault) => toast.failed(fault, 'The reply was not renamed'),
  })
  const remove = useMutation({
    mutationFn: () => api['DELETE /api/owner/canned-replies/{id}']({ params: { id } }),
    onSuccess: async () => {
      await reload()
      toast.done('Deleted')
    },
    onError: (fault) => toast.failed(fault, 'The reply was not deleted'),
  })
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() && name.trim() !== title) rename.mutate()
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            label="Name"
            aria-label={`Name of ${title}`}
            maxLength={80}
            flex={1}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            aria-label={`Rename ${title}`}
            loading={rename.isPending}
            disabled={!name.trim() || name.trim() === title}
          >
            Rename
          </Button>
          <Button
            variant="default"
            color="red"
            aria-label={`Delete ${title}`}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            Delete
          </Button>
        </Group>
      </form>
      <Text c="dimmed" fz="sm" lineClamp={2} mt={4}>
        {text}
      </Text>
    </li>
  )
}
