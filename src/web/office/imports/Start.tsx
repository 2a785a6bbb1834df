import { Alert, Anchor, Button, Card, FileButton, List, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileUp, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { importLimits, importSourceLabels, type Import } from '../../../domain/flows/import.ts'
import { api, errorText } from '../../app/client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { SaveButton } from '../../ui/SaveButton.tsx'
import { momentLabel } from '../../ui/when.ts'
import { counted, importsQuery, keepImport, patienceMs } from './queries.ts'
import classes from './import.module.css'

/** Where a file is chosen, and past imports. */
export const Start = () => (
  <Stack gap="xl">
    <Upload />
    <How />
    <Before />
  </Stack>
)

function Upload() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > importLimits.bytes)
        throw new Error('The file is too large: at most 50 MB. Split it into several files.')
      const file_name = file.name.trim().slice(-200) || 'import.csv'
      return api['POST /api/owner/imports']({ file, query: { file_name }, timeout_ms: patienceMs })
    },
    onSuccess: (detail) => {
      keepImport(cache, detail)
      void navigate({ to: '/app/import', search: { id: detail.id } as never })
    },
  })
  const choose = (file: File | null | undefined) => file && upload.mutate(file)
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files[0])
      }}
    >
      <FileUp size={28} aria-hidden />
      <Text fw={650}>Drop a CSV file here, or choose one</Text>
      <FileButton
        accept=".csv,.txt,.tsv,.vcf,text/csv,text/vcard"
        onChange={choose}
        inputProps={{ 'aria-label': 'CSV file' }}
      >
        {(props) => (
          <Button {...props} loading={upload.isPending}>
            Choose a file
          </Button>
        )}
      </FileButton>
      <Text fz="sm" c="dimmed">
        You review everything before anything is saved.
      </Text>
      {upload.error && (
        <Alert
          color="red"
          variant="light"
          role="alert"
          icon={<TriangleAlert size={20} aria-hidden />}
          title={errorText(upload.error, upload.error.message)}
          w="100%"
        />
      )}
    </div>
  )
}

const How = () => (
  <Card component="section" aria-labelledby="how" padding="lg">
    <Title order={2} fz="lg" id="how" mb="xs">
      What you can bring
    </Title>
    <Stack gap="sm">
      <List spacing={4}>
        <List.Item>
          <b>Jobber</b>: clients, recurring jobs, visits, one-off jobs, invoices, products and
          services. Jobber emails files of 1,500 rows; import one after the other.
        </List.Item>
        <List.Item>
          <b>Housecall Pro</b>: customers and jobs
        </List.Item>
        <List.Item>
          <b>QuickBooks</b> and <b>Yardbook</b>: customers, from QuickBooks with open balances
        </List.Item>
        <List.Item>
          <b>Google Contacts</b>, <b>Outlook</b>, <b>Xero</b>, <b>Wave</b>, <b>Zoho</b>, <b>Odoo</b>
          , <b>Square</b>
          and the contact cards of a phone
        </List.Item>
        <List.Item>
          <b>Service Autopilot</b> and others: you check what we made of the columns
        </List.Item>
      </List>
      <Text>
        Customers first, then their work, then open invoices. Save Excel files as CSV. Nobody gets a
        message from an import.
      </Text>
      <SaveButton
        w="fit-content"
        name="import-template.csv"
        isEmpty
        read={() => api['GET /api/owner/imports/template']()}
        failure="Failed to read the template"
      >
        Our template
      </SaveButton>
    </Stack>
  </Card>
)

function Before() {
  const list = useQuery(importsQuery)
  return (
    <section aria-labelledby="before">
      <Title order={2} fz="lg" id="before" mb="sm">
        Past imports
      </Title>
      <Loaded of={list} failure="Failed to load imports" skeleton={<Bars rows={2} height={64} />}>
        {({ imports }) =>
          imports.length === 0 ? (
            <EmptyState title="Nothing imported yet" icon={<FileUp size={22} />} />
          ) : (
            <ul className={classes.list}>
              {imports.map((one) => (
                <li key={one.id}>
                  <Anchor
                    component={Link}
                    to="/app/import"
                    search={{ id: one.id } as never}
                    underline="always"
                    fw={650}
                  >
                    {one.file_name}
                  </Anchor>
                  <Text fz="sm" c="dimmed">
                    {importSourceLabels[one.source]}
                    {one.holds ? `, ${one.holds.toLowerCase()}` : ''},{' '}
                    {counted(one.row_count, 'row', 'rows')}, {momentLabel(one.created_at)}
                  </Text>
                  <Text fz="sm">{stateText(one)}</Text>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}

function stateText({ state, result }: Import): string {
  if (state === 'uploaded') return 'Not imported yet'
  if (state === 'undone') return 'Undone'
  return `Imported: ${counted(result?.customers_new ?? 0, 'new customer', 'new customers')}, ${counted(result?.work ?? 0, 'series', 'series')}`
}
