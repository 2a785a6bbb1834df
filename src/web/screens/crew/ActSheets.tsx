import { FinishSheet } from './Finish.tsx'
import { NoteSheet } from './NoteButton.tsx'
import { NotDoneSheet } from './NotDone.tsx'
import { PhotosSheet } from './Photos.tsx'
import { ProductsSheet } from './Products.tsx'
import { SignatureSheet } from './Signature.tsx'

/** What a crew writes, photographs or signs at a stop. Outside the stops, which the office may move away meanwhile. */
export const ActSheets = () => (
  <>
    <NoteSheet />
    <NotDoneSheet />
    <PhotosSheet />
    <FinishSheet />
    <SignatureSheet />
    <ProductsSheet />
  </>
)
