import { ActionIcon, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { isPhoto, photoPurposes, type PhotoPurpose } from '../../domain/base/file.ts'
import type { Visit } from '../../domain/schedule/visit.ts'
import { useWorker, addPhoto, dropPhoto, useWaitingPhotos } from '../shared/outbox/outbox.ts'
import { readPhotoBytes, type WaitingPhoto } from '../shared/outbox/store.ts'
import { NoPicture, shrinkPicture } from '../ui/shrink.ts'
import { useBytes } from '../ui/Photos.tsx'
import { Pills } from '../ui/Pills.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { useUnsaved } from '../ui/unsaved.tsx'
import { uiWords } from '../../words/en/ui.ts'
import { useVisitNow } from '../shared/visits/queries.ts'
import { VisitPhotos } from '../shared/visits/VisitPhotos.tsx'
import { customerText, serviceText } from '../shared/visits/visit-text.ts'
import { visitWords } from '../../words/en/visits.ts'
import { useWords } from '../app/words.ts'
import css from './photos.module.css'
import { crewWords } from '../../words/en/crew.ts'

type Props = { visit: Visit; opened: boolean; onClose: () => void }

/** Takes the photos of a stop, and shows those there are. */
export function StopPhotos({ visit, opened, onClose }: Props) {
  const words = useWords(crewWords)
  return (
    <Sheet opened={opened} onClose={onClose} title={words.photosOf(customerText(visit))}>
      <Photos visit={visit} />
    </Sheet>
  )
}

function Photos({ visit: given }: { visit: Visit }) {
  const words = useWords(crewWords)
  const { photos: legend } = useWords(visitWords)
  const purposes = useWords(uiWords)
  const visit = useVisitNow(given)
  const waiting = useWaitingPhotos().filter((one) => one.visit === visit.id && isPhoto(one))
  const [purpose, setPurpose] = useState<PhotoPurpose>(
    visit.status === 'scheduled' ? 'before' : 'after',
  )
  const taking = useTaking(visit, purpose)
  const count = visit.files.filter(isPhoto).length + waiting.length
  return (
    <Stack gap="md">
      <Pills
        legend={legend}
        options={photoPurposes.map((value) => ({ value, label: purposes[value] }))}
        value={purpose}
        onChange={setPurpose}
        quiet
        wide
      />
      <Pickers taking={taking} />
      <Text c="dimmed" fz="sm">
        {words.photosAbout}
      </Text>
      <Problems taking={taking} />
      {count === 0 && <Text>{words.noPhotosYet}</Text>}
      {waiting.length > 0 && (
        <section aria-label={words.onThisPhone} className={css.waiting}>
          {waiting.map((photo) => (
            <Waiting key={photo.client_id} photo={photo} />
          ))}
        </section>
      )}
      <VisitPhotos files={visit.files.filter(isPhoto)} />
    </Stack>
  )
}

type Held = { bytes: ArrayBuffer; purpose: PhotoPurpose; made_ms: number }

/** Takes chosen files one after the other; what this phone has no room for stays on the page until there is some. */
function useTaking(visit: Visit, purpose: PhotoPurpose) {
  const { noPhoto } = useWords(crewWords)
  const { photoFault } = useWords(uiWords)
  const worker = useWorker()
  const [held, setHeld] = useState<readonly Held[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  useUnsaved(held.length)
  const about = `${customerText(visit)}, ${serviceText(visit)}`
  const keep = async ({ bytes, ...made }: Held): Promise<boolean> =>
    addPhoto({ ...made, worker, visit: visit.id, about, label: null }, bytes).then(
      () => true,
      () => false,
    )
  const keepAll = async (all: readonly Held[]) => {
    const left: Held[] = []
    for (const one of all) if (!(await keep(one))) left.push(one)
    setHeld(left)
  }
  const take = async (files: readonly File[]) => {
    setBusy(true)
    setProblems([])
    const made: Held[] = []
    const faults: string[] = []
    for (const file of files)
      try {
        made.push({ bytes: await shrinkPicture(file), purpose, made_ms: Date.now() })
      } catch (fault) {
        const why = fault instanceof NoPicture ? fault.fault : 'unreadable'
        faults.push(photoFault(why, file.name))
      }
    await keepAll([...held, ...made])
    setProblems(faults)
    setBusy(false)
  }
  return {
    busy,
    problems,
    held,
    take: (files: readonly File[]) => void take(files),
    again: () => void keepAll(held),
    none: () => setProblems([noPhoto]),
  }
}
type Taking = ReturnType<typeof useTaking>

function Pickers({ taking }: { taking: Taking }) {
  const words = useWords(crewWords)
  return (
    <Group grow>
      <Picker
        label={taking.busy ? words.preparing : words.takePhoto}
        icon={<Camera size={20} aria-hidden />}
        taking={taking}
        camera
      />
      <Picker
        label={words.choosePhoto}
        icon={<ImagePlus size={20} aria-hidden />}
        taking={taking}
      />
    </Group>
  )
}

type PickerProps = { label: string; icon: ReactNode; taking: Taking; camera?: boolean }

/** A button before the file field of the browser, which has none of our looks. */
function Picker({ label, icon, taking, camera = false }: PickerProps) {
  const field = useRef<HTMLInputElement>(null)
  const none = useEffectEvent(taking.none)
  useEffect(() => {
    const shown = field.current
    // React does not know this event of file fields.
    if (camera) shown?.addEventListener('cancel', none)
    return () => shown?.removeEventListener('cancel', none)
  }, [camera])
  return (
    <div>
      <input
        ref={field}
        type="file"
        accept="image/*"
        hidden
        {...(camera ? { capture: 'environment' as const } : { multiple: true })}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // So that the same file can be chosen again.
          currentTarget.value = ''
          if (files.length > 0) taking.take(files)
        }}
      />
      <Button
        fullWidth
        size="md"
        mih={52}
        variant={camera ? 'filled' : 'default'}
        leftSection={icon}
        loading={camera && taking.busy}
        disabled={!camera && taking.busy}
        onClick={() => field.current?.click()}
      >
        {label}
      </Button>
    </div>
  )
}

function Problems({ taking: { problems, held, again } }: { taking: Taking }) {
  const words = useWords(crewWords)
  return (
    <>
      {problems.map((text) => (
        <Alert key={text} color="red" variant="light" role="alert">
          {text}
        </Alert>
      ))}
      {held.length > 0 && (
        <Alert color="red" variant="light" role="alert">
          <Text mb="xs">{words.photosNotKept(held.length)}</Text>
          <Button variant="default" mih={44} onClick={again}>
            {words.tryAgain}
          </Button>
        </Alert>
      )}
    </>
  )
}

/** A photo the office does not have yet. */
function Waiting({ photo }: { photo: WaitingPhoto }) {
  const words = useWords(crewWords)
  const { removePhoto } = useWords(visitWords)
  const purposes = useWords(uiWords)
  const { data } = useQuery({
    queryKey: ['waiting-photo', photo.client_id],
    queryFn: async () => new Blob([(await readPhotoBytes(photo.client_id)) ?? new ArrayBuffer(0)]),
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: 0,
  })
  const show = useBytes(data)
  return (
    <figure className={css.one}>
      <img ref={show} alt={purposes[photo.purpose]} />
      <figcaption>
        <strong>{purposes[photo.purpose]}</strong>
        <span>{photo.refusal ?? words.onThisPhone}</span>
      </figcaption>
      <ActionIcon
        variant="subtle"
        color="red"
        size={48}
        aria-label={removePhoto}
        onClick={() => void dropPhoto(photo)}
      >
        <Trash2 size={20} aria-hidden />
      </ActionIcon>
    </figure>
  )
}
