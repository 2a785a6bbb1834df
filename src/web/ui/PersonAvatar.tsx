import { Avatar, type MantineColor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { avatarAt } from '../../domain/base/person.ts'
import { api } from '../app/client.ts'
import { lettersOf } from './initials.ts'

type Props = {
  name: string
  /** `avatar_url` of the person. */
  url: string | null
  size?: number
  color?: MantineColor
}

/** The picture of a person, or their initials. It stands beside their name, so it says nothing itself. */
export function PersonAvatar({ name, url, size, color = 'initials' }: Props) {
  const at = avatarAt(url)
  const asked = api['GET /api/people/{id}/pictures/{hash}'].query({
    params: at ?? { id: '', hash: '' },
  })
  // Only some may see it, so it is read with the reader's token.
  const { data } = useQuery({
    queryKey: asked.queryKey,
    queryFn: async (context) => dataUrlOf((await asked.queryFn(context)) as Blob),
    enabled: at !== null,
    staleTime: Infinity,
  })
  return (
    <Avatar
      src={(at && data) ?? null}
      name={lettersOf(name)}
      color={color}
      alt=""
      aria-hidden
      {...(size === undefined ? {} : { size })}
    />
  )
}

const dataUrlOf = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')))
    reader.readAsDataURL(bytes)
  })
