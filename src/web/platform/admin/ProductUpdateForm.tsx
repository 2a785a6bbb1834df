import { Button, Card, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import {
  NewProductUpdate,
  productUpdateRules,
  productUpdateSizes,
  type ProductUpdate,
} from '../../../domain/flows/product-update.ts'
import { api } from '../../app/client.ts'
import { type ActionForm, useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { toast } from '../../ui/toast.tsx'
import css from './admin.module.css'

type Kept = Awaited<ReturnType<(typeof api)['POST /api/admin/product-updates']>>
type Values = { subject: string; text: string; subject_es: string; text_es: string }

const valuesOf = (draft: ProductUpdate | null): Values => ({
  subject: draft?.subject ?? '',
  text: draft?.text ?? '',
  subject_es: draft?.subject_es ?? '',
  text_es: draft?.text_es ?? '',
})

type Props = { draft: ProductUpdate | null; close: () => void; changed: () => void }

/** Written and kept, looked at with a count, tried on oneself, then sent. */
export function ProductUpdateForm({ draft, close, changed }: Props) {
  const [last, setLast] = useState(draft)
  /** What was kept, until the text is changed again. */
  const [kept, setKept] = useState<Kept | null>(null)
  const form = useActionForm<Values, Kept>({
    initialValues: valuesOf(draft),
    validate: bySchema(NewProductUpdate),
    onValuesChange: () => setKept(null),
    failure: 'Failed to save the draft',
    send: (body) =>
      last
        ? api['PUT /api/admin/product-updates/{id}']({
            params: { id: last.id },
            body: { ...body, version: last.version },
          })
        : api['POST /api/admin/product-updates']({ body }),
    sent: (result) => {
      setLast(result.update)
      setKept(result)
      changed()
    },
  })
  return (
    <Card component="section" aria-labelledby="product-update" padding="lg">
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          <Title order={2} id="product-update">
            {draft ? 'Product update' : 'New product update'}
          </Title>
          <Fields form={form} />
          <FormProblem text={form.problem} />
          {kept && <Letters kept={kept} />}
          <Group>
            {kept ? (
              <SendButtons kept={kept} changed={changed} close={close} />
            ) : (
              <Button type="submit" loading={form.sending}>
                Save and preview
              </Button>
            )}
            {last && <DeleteButton id={last.id} changed={changed} close={close} />}
            <Button variant="default" onClick={close}>
              Close
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

const textField = { autosize: true, minRows: 5, maxRows: 16, maxLength: productUpdateSizes.text }

const Fields = ({ form }: { form: ActionForm<Values> }) => (
  <>
    <TextInput
      label="Subject"
      required
      maxLength={productUpdateSizes.subject}
      {...form.getInputProps('subject')}
    />
    <Textarea
      label="Text"
      description="An empty line begins a new paragraph."
      required
      {...textField}
      {...form.getInputProps('text')}
    />
    <TextInput
      label="Subject in Spanish"
      description="Without Spanish, everybody gets the English text."
      lang="es"
      maxLength={productUpdateSizes.subject}
      {...form.getInputProps('subject_es')}
    />
    <Textarea label="Text in Spanish" lang="es" {...textField} {...form.getInputProps('text_es')} />
  </>
)

const languages = { en: 'English', es: 'Spanish' } as const

/** How it will look, and how many get it. */
const Letters = ({ kept: { letters, people } }: { kept: Kept }) => (
  <Stack gap="md" aria-live="polite">
    <Text fw={600}>{people === 1 ? 'One person will get it' : `${people} people will get it`}</Text>
    {letters.map(({ locale, subject, html }) => (
      <section key={locale} aria-labelledby={`letter-${locale}`}>
        <Title order={3} fz="md" id={`letter-${locale}`} mb={4}>
          {languages[locale]}: {subject}
        </Title>
        {/* Without scripts and without our cookies, as in a mail program. */}
        <iframe
          className={css.letter}
          title={`The letter in ${languages[locale]}`}
          sandbox=""
          srcDoc={html}
        />
      </section>
    ))}
  </Stack>
)

type ButtonProps = { changed: () => void; close: () => void }

function SendButtons({ kept: { update, people }, changed, close }: ButtonProps & { kept: Kept }) {
  const [asks, setAsks] = useState(false)
  const params = { id: update.id }
  const test = useMutation({
    mutationFn: () => api['POST /api/admin/product-updates/{id}/test']({ params }),
    onSuccess: ({ sent_to }) => toast.done(`Test sent to ${sent_to}`),
    onError: (error) => toast.failed(error, 'Failed to send the test'),
  })
  const send = async () => {
    await api['POST /api/admin/product-updates/{id}/send']({
      params,
      body: { version: update.version },
    })
    toast.done('Product update is on its way')
    changed()
    close()
  }
  const refusal = productUpdateRules.send({ ...update, seen: update.version, people })
  const label = people === 1 ? 'Send to one person' : `Send to ${people} people`
  return (
    <>
      {refusal && <Text w="100%">{refusal.sentence}</Text>}
      <Button
        leftSection={<Send size={16} aria-hidden />}
        disabled={refusal !== null}
        onClick={() => setAsks(true)}
      >
        {label}
      </Button>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test to myself
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title="Send this product update?"
        confirm={label}
        failure="Failed to send the product update"
        onConfirm={send}
      >
        It goes out once and cannot be changed or taken back.
      </ConfirmDialog>
    </>
  )
}

function DeleteButton({ id, changed, close }: ButtonProps & { id: string }) {
  const [asks, setAsks] = useState(false)
  const remove = async () => {
    await api['DELETE /api/admin/product-updates/{id}']({ params: { id } })
    toast.done('Draft deleted')
    changed()
    close()
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsks(true)}>
        Delete draft
      </Button>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title="Delete this draft?"
        confirm="Delete draft"
        danger
        failure="Failed to delete the draft"
        onConfirm={remove}
      >
        Nobody gets it.
      </ConfirmDialog>
    </>
  )
}
