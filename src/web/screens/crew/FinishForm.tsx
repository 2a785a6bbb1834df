import { List, Text } from '@mantine/core'
import { openReasonMax, openRequired } from '../../../domain/checklist.ts'
import type { Visit } from '../../../domain/visit.ts'
import { customerText } from '../../visits/visit-text.ts'
import { useWords } from '../../words.ts'
import { lacksProducts } from './Products.tsx'
import { ReasonForm, type FormProps } from './ReasonForm.tsx'
import { crewWords } from './words.ts'

/** Why the crew finishes a stop although something required is open. */
export function FinishForm(props: FormProps) {
  const words = useWords(crewWords)
  return (
    <ReasonForm
      {...props}
      kind="finish"
      title={words.openOn(customerText(props.visit))}
      action={words.completeAnyway}
      whys={words.openWhys}
      about={words.openReasonAbout}
      maxLength={openReasonMax}
    >
      <OpenList visit={props.visit} />
    </ReasonForm>
  )
}

function OpenList({ visit }: { visit: Visit }) {
  const words = useWords(crewWords)
  return (
    <>
      <Text>{words.openText}</Text>
      <List>
        {openRequired(visit.checklist).map(({ id, text }) => (
          <List.Item key={id}>{text}</List.Item>
        ))}
        {lacksProducts(visit) && <List.Item>{words.productsMissing}</List.Item>}
      </List>
    </>
  )
}
