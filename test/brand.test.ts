import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
})
afterAll(() => open?.close())

const slug = 'green-acres'
const put = (body: BodyFor<'PUT /api/owner/brand'>) => owner('PUT /api/owner/brand', { body })
/** The head of a PNG, followed by `more` bytes: whatever is called one. */
const claimed = (width: number, height: number, more = 0): string =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
    Buffer.from('IHDR'),
    Buffer.from([0, 0, width >> 8, width & 255, 0, 0, height >> 8, height & 255]),
    Buffer.alloc(more, 7),
  ]).toString('base64')
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#1d6b4b80' } })
const png = async (width: number, height: number): Promise<string> =>
  (await drawn(width, height).png().toBuffer()).toString('base64')

describe('the logo and color', () => {
  it('are none at first; the owner changes them, a manager sees them', async () => {
    expect((await owner('GET /api/owner/brand')).body).toEqual({ logo: null, color: null })
    const manager = await open.as('manager@green-acres.example')
    expect(await manager('PUT /api/owner/brand', { body: { color: null } })).toMatchObject({
      status: 403,
    })
    expect(await put({ color: '#1F5FA8', picture: await png(480, 120) })).toMatchObject({
      status: 200,
      body: { color: '#1f5fa8', logo: { width: 240, height: 60 } },
    })
    expect((await manager('GET /api/owner/brand')).body.color).toBe('#1f5fa8')
  })

  it('422 for what is no color', async () => {
    expect(await put({ color: 'red;background:url(x)' })).toMatchObject({
      status: 422,
      body: { fields: { color: expect.stringContaining('#1d6b4b') } },
    })
  })

  it('409 logo_type, whatever it is called', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    expect(await put({ color: null, picture: svg })).toMatchObject({
      status: 409,
      body: { code: 'logo_type' },
    })
  })

  it('422 file_unreadable for a page with the head of a picture', async () => {
    const page = Buffer.from('<script>alert(1)</script>').toString('base64')
    expect(await put({ color: null, picture: claimed(200, 100) + page })).toMatchObject({
      status: 422,
      body: { code: 'file_unreadable' },
    })
  })

  it.each(['png', 'jpeg'] as const)(
    'keeps nothing a %s carried: no place, no tail',
    async (format) => {
      const file = await drawn(200, 100)
        .toFormat(format)
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 59/1 0/1' } })
        .toBuffer()
      expect((await sharp(file).metadata()).exif).toBeDefined()
      const picture = Buffer.concat([file, Buffer.from('<script>tail</script>')])
      const { body } = await put({ color: null, picture: picture.toString('base64') })
      const answer = await fetch(`${open.url}${body.logo!.path}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-type')).toBe(`image/${format}`)
      expect(bytes.toString('latin1')).not.toContain('<script>')
      expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 200, height: 100 })
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    },
  )

  it('409 logo_too_large', async () => {
    for (const picture of [claimed(480, 160, 60_000), claimed(481, 10)])
      expect(await put({ color: null, picture })).toMatchObject({
        status: 409,
        body: { code: 'logo_too_large' },
      })
  })
})

describe('the picture', () => {
  it('is the same for everybody, without a cookie, and lasts', async () => {
    const { body } = await put({ color: '#f6b73c', picture: await png(200, 100) })
    const at = `${open.url}${body.logo!.path}`
    const answer = await fetch(at)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const shown = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect(shown).toMatchObject({ width: 200, height: 100, hasAlpha: true })
    // A letter of before the change shows the new logo, and asks again soon.
    const later = await fetch(at.replace(/[^/]+$/, 'AAAAAAAAAAAAAAAA'))
    expect(later.status).toBe(200)
    expect(later.headers.get('cache-control')).not.toContain('immutable')
  })

  it('stands on letters with the color, and goes when it is removed', async () => {
    const { id } = open.world.green.customers['noah']!
    const send = async () => {
      await owner('POST /api/owner/customers/{id}/promotions/send', {
        params: { id },
        body: { message: 'Hello' },
      })
      const [letter] = await open.rows(
        "select html, data::text as data from messages where template = 'promotion' order by id desc limit 1",
      )
      return letter
    }
    const { body } = await put({ color: '#f6b73c', picture: await png(200, 100) })
    const first = await send()
    expect(first!.html).toContain(`src="http://localhost:3000${body.logo!.path}"`)
    expect(first!.html).toContain('alt="Green Acres Lawn Care" width="100" height="50"')
    expect(first!.html).not.toContain('data:image')
    expect(await put({ color: '#f6b73c', picture: null })).toMatchObject({ body: { logo: null } })
    expect((await fetch(`${open.url}${body.logo!.path}`)).status).toBe(404)
    const second = await send()
    expect(second!.html).not.toContain('<img')
    expect(second!.html).toContain('background:#f6b73c')
  })

  it.each<[string, () => Promise<string>]>([
    [
      'the pages of a sign-up and the flyer',
      async () =>
        JSON.stringify(
          (await open.anonymous('GET /api/public/org/{slug}', { params: { slug } })).body,
        ),
    ],
    [
      'the sign-up form without scripts',
      async () =>
        (await fetch(`${open.url}/public-signup/${open.world.green.permanent_code}`)).text(),
    ],
    [
      'the pay page',
      async () => {
        const { id } = (await owner('GET /api/invoices', { query: { group: 'open', limit: 1 } }))
          .body.items[0]!
        const { url } = (
          await owner('POST /api/invoices/{id}/paylink', { params: { id }, body: {} })
        ).body
        const token = url.split('/').at(-1)!
        return JSON.stringify(
          (await open.anonymous('GET /api/public/pay/{token}', { params: { token } })).body,
        )
      },
    ],
    [
      'the page that ends messages',
      async () => {
        await owner('POST /api/owner/customers/{id}/promotions/send', {
          params: { id: open.world.green.customers['noah']!.id },
          body: { message: 'Hello' },
        })
        const [mail] = await open.rows(
          "select html from messages where template = 'promotion' order by id desc limit 1",
        )
        const [, path] = /"[^"]*(\/api\/public\/unsubscribe\/[^"]+)"/.exec(String(mail!.html))!
        return (await fetch(`${open.url}${path}`)).text()
      },
    ],
  ])('stands with the name on %s', async (_, read) => {
    const { body } = await put({ color: null, picture: await png(200, 100) })
    const page = await read()
    expect(page).toContain('Green Acres Lawn Care')
    expect(page).toContain(body.logo!.path)
  })
})
