import { Button } from '@mantine/core'
import { Images } from 'lucide-react'
import { isPhoto } from '../../../domain/file.ts'
import type { Visit } from '../../../domain/visit.ts'
import { useWaitingPhotos } from '../../outbox/photos.ts'
import { later } from '../../ui/later.tsx'
import { openLayer } from '../../ui/sheet-stack.ts'
import { useSheet } from '../../ui/use-sheet.ts'
import { cachedVisit } from '../../visits/queries.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { crewWords } from './words.ts'

export const loadStopPhotos = () => import('./StopPhotos.tsx')
const StopPhotos = later(async () => (await loadStopPhotos()).StopPhotos)

const sheetName = 'photos'

/** Opens the photos of a stop. */
export function PhotosButton({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  const waiting = useWaitingPhotos().filter((one) => one.visit === visit.id)
  const count = visit.files.filter(isPhoto).length + waiting.filter(isPhoto).length
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<Images size={18} aria-hidden />}
      aria-label={words.photosOf(customerText(visit))}
      onClick={() => openLayer({ name: sheetName, id: visit.id, about: visit })}
    >
      {words.photos(count)}
    </Button>
  )
}

/** The sheet, outside the stop: the office may move that away while somebody takes photos. */
export function PhotosSheet() {
  const sheet = useSheet<Visit>(sheetName, (id) => cachedVisit(id))
  return (
    sheet.about && (
      <StopPhotos key={sheet.key} visit={sheet.about} opened={sheet.opened} onClose={sheet.hide} />
    )
  )
}
