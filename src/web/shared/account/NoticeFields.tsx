import { Checkbox } from '@mantine/core'
import { notificationLabels, type NotificationChoice } from '../../../domain/base/person.ts'
import { useMe, type Me } from '../../app/me.ts'
import { useWords } from '../../app/words.ts'
import { accountWords } from '../../../words/en/account.ts'

type Prefs = Me['notification_prefs']
type Props = { prefs: Prefs; set: (name: NotificationChoice, checked: boolean) => void }

/** What somebody is told of, one box each. */
export function NoticeFields({ prefs, set }: Props) {
  const words = useWords(accountWords)
  const me = useMe()
  const about = (name: NotificationChoice) =>
    me.customer_id
      ? words.notificationForCustomers(name, me.organization_name ?? words.theBusiness)
      : words.notificationAbout(name)
  return (Object.keys(notificationLabels) as NotificationChoice[]).map((name) => (
    <Checkbox
      key={name}
      label={words.notification(name)}
      description={about(name)}
      checked={prefs[name]}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  ))
}
