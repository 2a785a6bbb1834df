import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { referralRules } from '../../domain/customers/referral.ts'
import { useMe } from '../app/me.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import classes from './portal.module.css'
import { referralQuery } from './queries.ts'
import { portalWords } from '../../words/en/portal.ts'
import { useWords } from '../app/words.ts'

/** The link a customer brings friends with, and how many came. Nothing where no link would lead anywhere. */
export function ReferFriend() {
  const words = useWords(portalWords)
  const me = useMe()
  const referral = useQuery(referralQuery).data
  if (!referral?.link || referralRules.share(referral)) return null
  const { link, count } = referral
  return (
    <section aria-labelledby="refer" className={classes.refer}>
      <Title order={2} id="refer" fz="h3">
        {words.refer}
      </Title>
      <Text>{words.referText(me.organization_name)}</Text>
      <Text className={classes.link} fz="sm">
        {link}
      </Text>
      <Group gap="sm">
        <CopyButton text={link} label={words.copyLink} mih={44} />
        {'share' in navigator && (
          <Button
            variant="default"
            mih={44}
            leftSection={<Share2 size={16} aria-hidden />}
            // Closing the device's share sheet is not an error.
            onClick={() =>
              void navigator
                .share({ url: link, title: me.organization_name ?? words.signUp })
                .catch(() => undefined)
            }
          >
            {words.share}
          </Button>
        )}
      </Group>
      <Text c="dimmed">{words.friends(count)}</Text>
    </section>
  )
}
