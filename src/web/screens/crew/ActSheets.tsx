import { useSoon } from '../../ui/soon.ts'
import { ExtraSheet, loadExtraForm } from './Extras.tsx'
import { FinishSheet, loadFinishForm } from './Finish.tsx'
import { loadNoteForm, NoteSheet } from './NoteButton.tsx'
import { loadNotDoneForm, NotDoneSheet } from './NotDone.tsx'
import { loadStopPhotos, PhotosSheet } from './Photos.tsx'
import { ProductsSheet } from './Products.tsx'
import { loadSignatureForm, SignatureSheet } from './Signature.tsx'

const forms = [
  loadNoteForm,
  loadNotDoneForm,
  loadStopPhotos,
  loadFinishForm,
  loadSignatureForm,
  loadExtraForm,
]

/** What a crew writes, photographs or signs at a stop. Outside the stops, which the office may move away meanwhile. */
export function ActSheets() {
  useSoon(forms)
  return (
    <>
      <NoteSheet />
      <NotDoneSheet />
      <PhotosSheet />
      <FinishSheet />
      <SignatureSheet />
      <ProductsSheet />
      <ExtraSheet />
    </>
  )
}
