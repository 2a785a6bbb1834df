import { Button, Card, FileButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  BrandColor,
  brandColorMessage,
  logoBox,
  plainColor,
  textOn,
  type Brand,
  logoMaxBytes,
} from '../../../domain/base/brand.ts'
import { api } from '../../app/client.ts'
import { Bars, Loaded } from '../../ui/Page.tsx'
import { toast } from '../../ui/toast.tsx'
import classes from './settings.module.css'

export const brandQuery = api['GET /api/owner/brand'].query()

/** The logo and the color of letters. */
export function BrandCard({ name }: { name: string }) {
  const brand = useQuery(brandQuery)
  return (
    <Card component="section" aria-labelledby="brand" padding="lg">
      <Title order={2} id="brand" mb="xs">
        Logo and color
      </Title>
      <Loaded of={brand} failure="Failed to load the logo" skeleton={<Bars rows={2} height={44} />}>
        {(loaded) => <Form key={JSON.stringify(loaded)} loaded={loaded} name={name} />}
      </Loaded>
    </Card>
  )
}

type Logo = { url: string; base64?: string }

function Form({ loaded, name }: { loaded: Brand; name: string }) {
  const cache = useQueryClient()
  const before = loaded.logo?.path ?? null
  const [logo, setLogo] = useState<Logo | null>(before === null ? null : { url: before })
  const [color, setColor] = useState(loaded.color ?? '')
  const problem = color && !BrandColor.safeParse(color).success ? brandColorMessage : null
  const save = useMutation({
    mutationFn: () =>
      api['PUT /api/owner/brand']({
        body: {
          color: color || null,
          ...(logo?.base64 ? { picture: logo.base64 } : logo || !before ? {} : { picture: null }),
        },
      }),
    onSuccess: (saved) => {
      cache.setQueryData(brandQuery.queryKey, saved)
      toast.done('Logo and color saved')
    },
    onError: (error) => toast.failed(error, 'Failed to save the logo and color'),
  })
  const isChanged = (logo?.url ?? null) !== before || color !== (loaded.color ?? '')
  return (
    <Stack gap="md">
      <Text>Your customers see them on every email you send them.</Text>
      <LogoField logo={logo} setLogo={setLogo} />
      <ColorField color={color} setColor={setColor} problem={problem} />
      <Preview name={name} logo={logo} color={problem || !color ? plainColor : color} />
      <Group>
        <Button
          disabled={!isChanged || Boolean(problem)}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          Save logo and color
        </Button>
      </Group>
    </Stack>
  )
}

type ColorFieldProps = {
  color: string
  setColor: (color: string) => void
  problem: string | null
}

const ColorField = ({ color, setColor, problem }: ColorFieldProps) => (
  <TextInput
    label="Color"
    description="Of the buttons. Their text is black or white, whichever is easier to read."
    placeholder={plainColor}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    spellCheck={false}
    maxLength={7}
    error={problem}
    value={color}
    onChange={(event) => setColor(event.currentTarget.value)}
    rightSectionWidth={56}
    rightSection={
      <input
        type="color"
        aria-label="Pick a color"
        className={classes.brandPicker}
        value={problem || !color ? plainColor : color.toLowerCase()}
        onChange={(event) => setColor(event.currentTarget.value)}
      />
    }
  />
)

type LogoFieldProps = { logo: Logo | null; setLogo: (logo: Logo | null) => void }

function LogoField({ logo, setLogo }: LogoFieldProps) {
  const choose = async (file: File | null) => {
    if (!file) return
    const small = await shrinkLogo(file)
    if (small) setLogo(small)
    else toast.problem('This picture cannot be used. Choose a PNG or JPEG picture.')
  }
  return (
    <Stack gap={6}>
      <Text fw={500} fz="sm">
        Logo
      </Text>
      <Group gap="sm">
        <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<ImageUp size={17} aria-hidden />}>
              {logo ? 'Choose another picture' : 'Choose a picture'}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<Trash2 size={17} aria-hidden />}
            onClick={() => setLogo(null)}
          >
            Remove the logo
          </Button>
        )}
      </Group>
      <Text fz="sm" c="dimmed">
        PNG or JPEG. It is made smaller to fit {logoBox.width} by {logoBox.height} points.
      </Text>
    </Stack>
  )
}

/** The head and the button of a letter, as they will be. */
const Preview = ({ name, logo, color }: { name: string; logo: Logo | null; color: string }) => (
  <section className={classes.brandPreview} aria-label="Preview">
    {logo ? (
      <img src={logo.url} alt={name} className={classes.brandLogo} />
    ) : (
      <Group gap={8}>
        <span className={classes.brandMark} style={{ background: color }} aria-hidden />
        <strong>{name}</strong>
      </Group>
    )}
    <span className={classes.brandButton} style={{ background: color, color: textOn(color) }}>
      See my invoice
    </span>
  </section>
)

type Shrunk = { base64: string; url: string }

/** A picture as small as letters need it: PNG keeps a transparent ground; JPEG takes its place where that would be too large. */
async function shrinkLogo(file: Blob): Promise<Shrunk | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const { width, height, scale } = logoBox
  const factor = Math.min(
    (width * scale) / picture.width,
    (height * scale) / picture.height,
    // A small picture stays as it is.
    1,
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * factor))
  canvas.height = Math.max(1, Math.round(picture.height * factor))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = shrunk(canvas.toDataURL('image/png'))
  if (bytesOf(png) <= logoMaxBytes) return png
  pen.globalCompositeOperation = 'destination-over'
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  for (const quality of [0.9, 0.75, 0.5]) {
    const jpeg = shrunk(canvas.toDataURL('image/jpeg', quality))
    if (bytesOf(jpeg) <= logoMaxBytes) return jpeg
  }
  return null
}

const shrunk = (url: string): Shrunk => ({ url, base64: url.slice(url.indexOf(',') + 1) })
const bytesOf = ({ base64 }: Shrunk): number => Math.floor((base64.length * 3) / 4)
