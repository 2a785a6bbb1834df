import { holdReasonMax } from '../../../domain/visit.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { ReasonForm, type FormProps } from './ReasonForm.tsx'
import { crewWords } from './words.ts'

/** Why a stop could not be done. */
export function NotDoneForm(props: FormProps) {
  const words = useWords(crewWords)
  return (
    <ReasonForm
      {...props}
      kind="not_done"
      title={words.notDoneOn(customerText(props.visit))}
      action={words.saveNotDone}
      whys={words.whys}
      about={words.reasonAbout}
      maxLength={holdReasonMax}
    />
  )
}
