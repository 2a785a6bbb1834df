import { hash } from 'node:crypto'
import { logoBox, logoRule, pictureOf, type Brand } from '../../../domain/base/brand.ts'
import type { App } from '../call.ts'
import { readOrgAll, system, type OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { logoOf } from '../kit/pictures.ts'
import { enforce, found } from '../kit/refusals.ts'
import { readOrganizationRow } from './read.ts'

/** The look of what customers read. */
export async function readBrand(tx: OrgTx): Promise<Brand> {
  const { logo, brand_color } = await readOrganizationRow(tx)
  return { logo: logo as Brand['logo'], color: brand_color }
}

type Change = { color: string | null; picture?: Buffer | null | undefined }

/** A logo as it is stored: drawn again, since what else its file holds would be public. 409 if the picture is none we take. */
export async function drawLogo(picture: string): Promise<Buffer> {
  const bytes = Buffer.from(picture, 'base64')
  const is = pictureOf(bytes)
  enforce(logoRule({ picture: is, bytes: bytes.length }))
  return logoOf(bytes, is!.type)
}

/** Saves the color, and the logo if there is another one. */
export async function changeBrand(tx: OrgTx, { color, picture }: Change): Promise<void> {
  const logo = picture === undefined ? undefined : await putLogo(tx, picture)
  await tx
    .updateTable('organizations')
    .set({
      brand_color: color,
      ...(logo === undefined ? {} : { logo: logo && JSON.stringify(logo) }),
    })
    .where('id', '=', tx.org)
    .execute()
  await emit(tx, 'organization.changed', { fields: ['brand'] })
}

async function putLogo(tx: OrgTx, bytes: Buffer | null): Promise<Brand['logo']> {
  if (bytes === null) {
    await tx.deleteFrom('organization_logos').execute()
    return null
  }
  const { type, width, height } = pictureOf(bytes)!
  const content = bytes.toString('base64')
  const row = { hash: hash('sha256', bytes, 'base64url').slice(0, 16), type, content }
  await tx
    .insertInto('organization_logos')
    .values(row)
    .onConflict((on) => on.column('organization_id').doUpdateSet(row))
    .execute()
  return {
    path: `/api/public/logos/${tx.org}/${row.hash}`,
    width: Math.ceil(width / logoBox.scale),
    height: Math.ceil(height / logoBox.scale),
  }
}

/** The picture for anyone who has its address. A letter sent before the logo changed shows the new one. */
export async function readLogo(app: App, organization_id: string) {
  const row = await readOrgAll(app.store, organization_id, system, (tx) =>
    tx.selectFrom('organization_logos').selectAll().executeTakeFirst(),
  )
  const { hash: current, type, content } = found(row)
  return { hash: current, type, bytes: Buffer.from(content, 'base64') }
}
