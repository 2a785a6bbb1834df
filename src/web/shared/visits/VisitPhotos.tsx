import { Trash2 } from 'lucide-react'
import { todayIn } from '../../../domain/base/dates.ts'
import { fileRules, type VisitFile } from '../../../domain/base/file.ts'
import { api } from '../../app/client.ts'
import { useMe } from '../../app/me.ts'
import { useToday, useZone } from '../../app/today.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PhotoGrid } from '../../ui/Photos.tsx'
import { Refusable } from '../../ui/Refusable.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import { useWords } from '../../app/words.ts'
import { reloadSchedule } from './queries.ts'
import { isCrewHand } from './visit-acts.ts'
import { visitWords } from '../../../words/en/visits.ts'

/** What was photographed and signed at a visit, for those who work there. */
export function VisitPhotos({ files }: { files: readonly VisitFile[] }) {
  const words = useWords(visitWords)
  const zone = useZone()
  const removing = useSheet<VisitFile>('remove-photo')
  if (files.length === 0) return null
  return (
    <>
      <PhotoGrid
        name="photo"
        photos={files}
        about={({ by, at, label }) =>
          [label && words.signedBy(label), by, momentLabel(at, zone)].filter(Boolean).join(', ')
        }
        renderActions={(photo) => <Remove photo={photo} onClick={() => removing.show(photo)} />}
      />
      {removing.about && (
        <ConfirmDialog
          opened={removing.opened}
          onClose={removing.hide}
          title={words.removePhotoTitle}
          confirm={words.removePhoto}
          danger
          failure={words.removePhotoFailed}
          onConfirm={() => removePhoto(removing.about!.id)}
        >
          {words.removePhotoText}
        </ConfirmDialog>
      )}
    </>
  )
}

async function removePhoto(id: string): Promise<void> {
  await api['DELETE /api/photos/{id}']({ params: { id } })
  await reloadSchedule()
}

function Remove({ photo, onClick }: { photo: VisitFile; onClick: () => void }) {
  const words = useWords(visitWords)
  const me = useMe()
  const zone = useZone()
  const today = useToday()
  const refusal = fileRules.remove({
    by_crew: isCrewHand(me),
    is_own: photo.by_id === me.id,
    made_on: todayIn(zone, photo.at),
    today,
  })
  return (
    <Refusable
      variant="subtle"
      color="red"
      mt="xs"
      refusal={refusal}
      leftSection={<Trash2 size={17} aria-hidden />}
      onClick={onClick}
    >
      {words.removePhoto}
    </Refusable>
  )
}
