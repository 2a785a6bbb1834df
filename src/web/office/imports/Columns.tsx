import { Button, Group, NativeSelect, Select, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  importFieldGroups,
  importFieldLabels,
  importSourceLabels,
  importSources,
  namingFields,
  type ImportDetail,
  type ImportField,
  type ImportMapping,
  type ImportSource,
} from '../../../domain/flows/import.ts'
import { api } from '../../app/client.ts'
import { toast } from '../../ui/toast.tsx'
import { keepImport } from './queries.ts'
import classes from './import.module.css'

const none = ''
const choices = [
  { value: none, label: 'Leave out' },
  ...Object.entries(importFieldGroups).map(([group, fields]) => ({
    group,
    items: Object.entries(fields).map(([value, label]) => ({ value, label })),
  })),
]
const sources = importSources.map((value) => ({ value, label: importSourceLabels[value] }))

/** What each column is; unknown ones are said by hand. */
export function Columns({ detail }: { detail: ImportDetail }) {
  const [mapping, setMapping] = useState<ImportMapping>(detail.mapping)
  const [source, setSource] = useState<ImportSource>(detail.source)
  const [showsEmpty, setShowsEmpty] = useState(false)
  const save = useCheck(detail.id, { source, mapping })
  const columns = detail.headers.map((header, at) => ({
    at,
    header,
    values: detail.sample.map((cells) => cells[at] ?? '').filter(Boolean),
  }))
  const isEmpty = ({ at, values }: Column) => values.length === 0 && detail.mapping[at] === null
  const empty = columns.filter(isEmpty).length
  const set = (at: number, field: string) =>
    setMapping((now) =>
      now.map((target, column) =>
        column !== at
          ? target
          : field === none
            ? null
            : { field: field as ImportField, place: target?.place ?? 1 },
      ),
    )
  const isNamed = mapping.some((target) => target && namingFields.includes(target.field))
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} fz="lg">
          Match the columns of {detail.file_name}
        </Title>
        {detail.remarks.map((remark) => (
          <Text key={remark} c="dimmed">
            {remark}
          </Text>
        ))}
      </div>
      <Select
        label="Where the file comes from"
        data={sources}
        value={source}
        allowDeselect={false}
        onChange={(next) => next && setSource(next)}
        maw={320}
      />
      <ul className={classes.columns}>
        {columns
          .filter((column) => showsEmpty || !isEmpty(column))
          .map((column) => (
            <ColumnRow
              key={column.at}
              column={column}
              field={mapping[column.at]?.field ?? none}
              onChoose={(field) => set(column.at, field)}
            />
          ))}
      </ul>
      {empty > 0 && !showsEmpty && (
        <Button variant="subtle" w="fit-content" onClick={() => setShowsEmpty(true)}>
          Show {empty} empty columns
        </Button>
      )}
      <Group>
        <Button onClick={() => save.mutate()} loading={save.isPending} disabled={!isNamed}>
          Check the file
        </Button>
        {!isNamed && (
          <Text fz="sm" c="dimmed">
            Choose which column is the {importFieldLabels.name.toLowerCase()}.
          </Text>
        )}
      </Group>
    </Stack>
  )
}

type Column = { at: number; header: string; values: string[] }

/** Keeps what the columns are, checks the file with it, and goes on to the result. */
function useCheck(id: string, body: { source: ImportSource; mapping: ImportMapping }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      api['POST /api/owner/imports/{id}/map']({ params: { id }, body }).then(() =>
        api['POST /api/owner/imports/{id}/dry-run']({ params: { id }, body: {} }),
      ),
    onSuccess: (checked) => {
      keepImport(cache, checked)
      void navigate({ to: '/app/import', search: { id } as never })
    },
    onError: (error) => toast.failed(error, 'Failed to check the file'),
  })
}

function ColumnRow({
  column: { at, header, values },
  field,
  onChoose,
}: {
  column: Column
  field: string
  onChoose: (field: string) => void
}) {
  return (
    <li>
      <div>
        <Text fw={650}>{header || `Column ${at + 1}`}</Text>
        <Text fz="sm" c="dimmed" className={classes.sample}>
          {values.slice(0, 3).join(' · ') || 'Empty'}
        </Text>
      </div>
      <NativeSelect
        aria-label={`What is ${header || `column ${at + 1}`}?`}
        data={choices}
        value={field}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </li>
  )
}
