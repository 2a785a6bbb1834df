import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { portraitSide } from '../../../domain/base/file.ts'
import { api } from '../../app/client.ts'
import { meQuery, type Me } from '../../app/me.ts'
import { NoPicture, shrinkPicture } from '../../ui/shrink.ts'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { toast } from '../../ui/toast.tsx'
import { uiWords } from '../../../words/en/ui.ts'
import { useWords } from '../../app/words.ts'
import { useSaveProfile } from './save-profile.ts'
import { accountWords } from '../../../words/en/account.ts'

/** One's own picture: uploaded and removed at once, without saving the rest. */
export function OwnPicture({ me }: { me: Me }) {
  const words = useWords(accountWords)
  const upload = useUpload()
  const save = useSaveProfile()
  const remove = useMutation({
    mutationFn: () => save({ avatar_url: null }),
    onSuccess: () => toast.done(words.pictureRemoved),
    onError: (error) => toast.failed(error, words.pictureFailed),
  })
  return (
    <Group gap="md" wrap="nowrap" align="flex-start" component="section" aria-label={words.picture}>
      <PersonAvatar name={me.name ?? me.email ?? ''} url={me.avatar_url} size={64} color="pine" />
      <Stack gap={6}>
        <Group gap="sm">
          <FileButton
            accept="image/*"
            inputProps={{ 'aria-label': words.picture }}
            onChange={(file) => file && upload.mutate(file)}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<ImageUp size={17} aria-hidden />}
                loading={upload.isPending}
              >
                {me.avatar_url ? words.anotherPicture : words.choosePicture}
              </Button>
            )}
          </FileButton>
          {me.avatar_url && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<Trash2 size={17} aria-hidden />}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {words.removePicture}
            </Button>
          )}
        </Group>
        <Text fz="sm" c="dimmed">
          {me.avatar_url ? words.pictureAbout : `${words.noAvatar}. ${words.pictureAbout}`}
        </Text>
      </Stack>
    </Group>
  )
}

function useUpload() {
  const words = useWords(accountWords)
  const { photoFault } = useWords(uiWords)
  const cache = useQueryClient()
  return useMutation({
    // Twice as sharp as it is kept: the server cuts out the middle.
    mutationFn: async (file: File) =>
      api['PUT /api/users/picture']({
        file: new Blob([await shrinkPicture(file, 2 * portraitSide)]),
        timeout_ms: 60_000,
      }),
    onSuccess: (me) => {
      cache.setQueryData<Me>(meQuery.queryKey, me)
      toast.done(words.pictureSaved)
    },
    onError: (error, file) => {
      if (error instanceof NoPicture) toast.problem(photoFault(error.fault, file.name))
      else toast.failed(error, words.pictureFailed)
    },
  })
}
