import { Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
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
import { usePart, type Fields } from './parts.ts'
import { Section } from './Sections.tsx'
import classes from './settings.module.css'

const brandQuery = api['GET /api/owner/brand'].query()

/** A picture chosen here has its bytes; the one that is kept has only an address. */
type Logo = { url: string; base64?: string }
type Values = { logo: Logo | null; color: string }

/** The logo and the color of letters and public pages. */
export function useBrand() {
  const cache = useQueryClient()
  const query = useQuery(brandQuery)
  const part = usePart<Brand, Values>({
    loaded: query.data,
    keep: (saved) => cache.setQueryData(brandQuery.queryKey, saved),
    valuesOf: ({ logo, color }) => ({ logo: logo && { url: logo.path }, color: color ?? '' }),
    errorsIn: (_, { color }) => (isColor(color) ? {} : { color: brandColorMessage }),
    send: ({ values: { logo, color }, saved }) =>
      api['PUT /api/owner/brand']({
        body: {
          color: color || null,
          ...(logo?.base64
            ? { picture: logo.base64 }
            : logo || !saved.logo
              ? {}
              : { picture: null }),
        },
      }),
    failure: 'Failed to save the logo and color',
  })
  return { ...part, query }
}

const isColor = (color: string): boolean => !color || BrandColor.safeParse(color).success

type BrandProps = ReturnType<typeof useBrand> & { name: string }

export const BrandSection = ({ query, fields, name }: BrandProps) => (
  <Section
    title="Logo and color"
    about="Your customers see them on every email you send them. The logo is also on the pages where they pay and sign up."
  >
    <Loaded of={query} failure="Failed to load the logo" skeleton={<Bars rows={2} height={44} />}>
      {() => fields && <BrandFields {...fields} name={name} />}
    </Loaded>
  </Section>
)

const BrandFields = ({ values: { logo, color }, set, name }: Fields<Values> & { name: string }) => (
  <>
    <LogoField logo={logo} setLogo={(next) => set({ logo: next })} />
    <ColorField
      color={color}
      setColor={(next) => set({ color: next })}
      problem={isColor(color) ? null : brandColorMessage}
    />
    <Preview name={name} logo={logo} color={color && isColor(color) ? color : plainColor} />
  </>
)

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
