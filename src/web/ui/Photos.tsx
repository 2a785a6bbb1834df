import { ActionIcon, Group, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import type { VisitFile } from '../../domain/base/file.ts'
import { api } from '../app/client.ts'
import { readPicture } from '../app/seen-pictures.ts'
import { useWords } from '../app/words.ts'
import css from './photos.module.css'
import { Sheet } from './Sheet.tsx'
import { useSheet } from './use-sheet.ts'
import { uiWords } from '../../words/en/ui.ts'

type Picture = Pick<VisitFile, 'id' | 'purpose' | 'width' | 'height'>

/** For the `ref` of an image: shows bytes as long as it is on the page. */
export const useBytes = (bytes: Blob | undefined) =>
  useCallback(
    (image: HTMLImageElement) => {
      if (!bytes) return
      const url = URL.createObjectURL(bytes)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [bytes],
  )

/** A picture that only some may see: read with the person's token. Keeps its place while it loads. */
function Photo({ photo, size, alt }: { photo: Picture; size: 'full' | 'small'; alt: string }) {
  const words = useWords(uiWords)
  const asked = api['GET /api/photos/{id}'].query({ params: { id: photo.id }, query: { size } })
  const { data, isError } = useQuery({ ...asked, staleTime: Infinity, networkMode: 'always' })
  const { data: kept } = useQuery({
    queryKey: ['kept-picture', photo.id],
    queryFn: async () => (await readPicture(photo.id)) ?? null,
    enabled: isError,
    networkMode: 'always',
    gcTime: 0,
  })
  const show = useBytes((data as Blob | undefined) ?? kept ?? undefined)
  if (isError && kept === null)
    return (
      <span className={css.lost}>
        <ImageOff size={22} aria-hidden />
        {size === 'full' ? words.photoFailed : <VisuallyHidden>{alt}</VisuallyHidden>}
      </span>
    )
  return <img ref={show} width={photo.width} height={photo.height} alt={alt} />
}

type GridProps<P> = {
  photos: readonly P[]
  /** Name of the sheet that shows one large; unique on the page. */
  name: string
  /** What is said under the large one. */
  about?: (photo: P) => string
  /** What can be done with it. */
  renderActions?: (photo: P) => ReactNode
}

/** Photos, small; a press shows one large, with the others a step away. */
export function PhotoGrid<P extends Picture>({ photos, name, about, renderActions }: GridProps<P>) {
  const words = useWords(uiWords)
  const large = useSheet<P>(name, (id) => photos.find((one) => one.id === id) ?? null)
  const altOf = (photo: P) => words.photoNumber(words[photo.purpose], photos.indexOf(photo) + 1)
  const at = photos.findIndex(({ id }) => id === large.about?.id)
  const shown = photos[at] ?? large.about
  const step = (by: number) => photos[at + by]
  return (
    <>
      <div className={css.grid}>
        {photos.map((photo) => (
          <button
            key={photo.id}
            type="button"
            className={css.small}
            onClick={() => large.show(photo)}
          >
            <Photo photo={photo} size="small" alt={altOf(photo)} />
            <span aria-hidden>{words[photo.purpose]}</span>
          </button>
        ))}
      </div>
      <Sheet
        opened={large.opened && at !== -1}
        onClose={large.hide}
        title={shown ? words[shown.purpose] : ''}
        size="xl"
      >
        {shown && (
          <>
            <div className={css.large}>
              <Photo key={shown.id} photo={shown} size="full" alt={altOf(shown)} />
            </div>
            <Group justify="space-between" wrap="nowrap" mt="sm">
              <Step to={step(-1)} show={large.show} label={words.previousPhoto}>
                <ChevronLeft aria-hidden />
              </Step>
              <div className={css.about}>{about?.(shown)}</div>
              <Step to={step(1)} show={large.show} label={words.nextPhoto}>
                <ChevronRight aria-hidden />
              </Step>
            </Group>
            {renderActions?.(shown)}
          </>
        )}
      </Sheet>
    </>
  )
}

type StepProps<P> = {
  to: P | undefined
  show: (photo: P) => void
  label: string
  children: ReactNode
}

const Step = <P,>({ to, show, label, children }: StepProps<P>) => (
  <ActionIcon
    variant="default"
    size={44}
    aria-label={label}
    disabled={!to}
    onClick={() => to && show(to)}
  >
    {children}
  </ActionIcon>
)
