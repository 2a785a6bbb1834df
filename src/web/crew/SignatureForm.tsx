import { Button, Group, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent, type PointerEvent, type RefObject } from 'react'
import { useWorker, addPhoto } from '../shared/outbox/outbox.ts'
import { jpegOf } from '../ui/shrink.ts'
import { useActionForm } from '../ui/action-form.ts'
import { FormSheet } from '../ui/FormSheet.tsx'
import { useUnsaved } from '../ui/unsaved.tsx'
import { longDayLabel } from '../ui/when.ts'
import { customerText, serviceText } from '../shared/visits/visit-text.ts'
import { useWords } from '../app/words.ts'
import css from './signature.module.css'
import { laterWords } from '../../words/en/crew-later.ts'
import { crewWords } from '../../words/en/crew.ts'
import type { FormProps } from './stop-form.ts'

/** The customer's name and signature. */
export function SignatureForm({ visit, opened, onClose }: FormProps) {
  const words = useWords(laterWords)
  const { signatureOf } = useWords(crewWords)
  const worker = useWorker()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [strokes, setStrokes] = useState(0)
  const about = `${customerText(visit)}, ${serviceText(visit)}`
  const form = useActionForm<{ name: string }, void>({
    initialValues: { name: visit.customer.name ?? '' },
    validate: { name: (text) => (text.trim() ? null : words.signerMissing) },
    failure: words.signatureNotKept,
    send: async ({ name }) => {
      const bytes = await jpegOf(canvas.current!)
      const made = { worker, visit: visit.id, about, label: name.trim(), made_ms: Date.now() }
      await addPhoto({ ...made, purpose: 'signature' }, bytes)
    },
    sent: onClose,
  })
  const marked = () => {
    form.setProblem(null)
    setStrokes((count) => count + 1)
  }
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    form.setProblem(null)
    if (strokes === 0) form.setProblem(words.signFirst)
    else form.submit(event)
  }
  return (
    <FormSheet
      form={{ ...form, submit: save }}
      opened={opened}
      onClose={onClose}
      title={signatureOf(customerText(visit))}
      action={words.saveSignature}
    >
      <Text>{words.signText(serviceText(visit), longDayLabel(visit.date))}</Text>
      <TextInput
        label={words.signer}
        size="md"
        maxLength={120}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Pad canvas={canvas} onStroke={marked} />
      <Unsigned strokes={strokes} />
      <PadButtons
        canvas={canvas}
        strokes={strokes}
        name={form.values.name.trim()}
        onClear={() => setStrokes(0)}
        onStroke={marked}
      />
    </FormSheet>
  )
}

type PadButtonsProps = PadProps & { strokes: number; name: string; onClear: () => void }

function PadButtons({ canvas, strokes, name, onClear, onStroke }: PadButtonsProps) {
  const words = useWords(laterWords)
  return (
    <Group gap="xs">
      <Button
        variant="default"
        mih={44}
        disabled={strokes === 0}
        onClick={() => {
          clear(canvas.current!)
          onClear()
        }}
      >
        {words.signAgain}
      </Button>
      <Button
        variant="default"
        mih={44}
        onClick={() => {
          writeName(canvas.current!, name)
          onStroke()
        }}
      >
        {words.typeInstead}
      </Button>
    </Group>
  )
}

/** A signature counts as input that is not saved. */
function Unsigned({ strokes }: { strokes: number }) {
  useUnsaved(strokes)
  return null
}

const size = { width: 900, height: 360 }
const ink = '#14211b'

type PadProps = { canvas: RefObject<HTMLCanvasElement | null>; onStroke: () => void }

/** Where a finger or a pen writes. */
function Pad({ canvas, onStroke }: PadProps) {
  const words = useWords(laterWords)
  const isDown = useRef(false)
  const draw = (event: PointerEvent<HTMLCanvasElement>, begins: boolean) => {
    const pen = event.currentTarget.getContext('2d')!
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * size.width
    const y = ((event.clientY - box.top) / box.height) * size.height
    Object.assign(pen, { lineWidth: 5, lineCap: 'round', lineJoin: 'round', strokeStyle: ink })
    if (begins) {
      pen.beginPath()
      pen.moveTo(x, y)
    }
    pen.lineTo(x, y)
    pen.stroke()
  }
  return (
    <canvas
      ref={canvas}
      {...size}
      className={css.pad}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        isDown.current = true
        draw(event, true)
        onStroke()
      }}
      onPointerMove={(event) => isDown.current && draw(event, false)}
      onPointerUp={() => (isDown.current = false)}
      onPointerCancel={() => (isDown.current = false)}
    >
      {words.signHere}
    </canvas>
  )
}

const clear = (canvas: HTMLCanvasElement) =>
  canvas.getContext('2d')!.clearRect(0, 0, size.width, size.height)

/** For people who cannot draw: their name, as they would write it. */
function writeName(canvas: HTMLCanvasElement, name: string): void {
  clear(canvas)
  const pen = canvas.getContext('2d')!
  // The style sheet says how it looks.
  const { font } = getComputedStyle(canvas)
  Object.assign(pen, { fillStyle: ink, font, textBaseline: 'middle' })
  pen.fillText(name, 40, size.height / 2, size.width - 80)
}
