import type { Home, OrgTx } from './db/door.ts'
import { sealFor, unsealFor } from './kit/secrets.ts'

// Everything a gate code is sealed and read by. It is sealed for one customer of one business, so that nobody can read it by moving it to
// another row.

const secrets = new WeakMap<Home, Buffer>()
/** Set once at start, for code that holds a transaction and nothing else. */
export const sealWith = (home: Home, secret: Buffer): unknown => secrets.set(home, secret)

const secretOf = ({ home }: OrgTx): Buffer => {
  const secret = secrets.get(home)
  if (!secret) throw new Error('There is no secret to seal with yet')
  return secret
}

const codePurpose = (organization_id: string, customer_id: string): string =>
  `gate code ${organization_id} ${customer_id}`

/** As it is stored; null stays null. */
export const sealGateCode = (tx: OrgTx, customer_id: string, code: string | null): string | null =>
  code === null ? null : sealGateCodeWith(secretOf(tx), tx.org, customer_id, code)

export const sealGateCodeWith = (
  secret: Buffer,
  organization_id: string,
  customer_id: string,
  code: string,
): string => sealFor(secret, codePurpose(organization_id, customer_id), code)

/** The code itself; null without one, or if it was sealed for another row or with another secret. */
export const unsealGateCode = (
  tx: OrgTx,
  customer_id: string,
  sealed: string | null,
): string | null =>
  sealed === null ? null : unsealFor(secretOf(tx), codePurpose(tx.org, customer_id), sealed)

/** As it is stored from now on. The same code keeps its seal, so that saving a form changes nothing. */
export const resealGateCode = (
  tx: OrgTx,
  { id, gate_code_sealed }: { id: string; gate_code_sealed: string | null },
  code: string | null,
): string | null =>
  code !== null && unsealGateCode(tx, id, gate_code_sealed) === code
    ? gate_code_sealed
    : sealGateCode(tx, id, code)

const filePurpose = (organization_id: string, import_id: string): string =>
  `import ${organization_id} ${import_id}`

/** A file that may hold gate codes, or a part of it. */
export const sealImport = (tx: OrgTx, import_id: string, text: string): string =>
  sealImportWith(secretOf(tx), tx.org, import_id, text)
export const sealImportWith = (
  secret: Buffer,
  organization_id: string,
  import_id: string,
  text: string,
): string => sealFor(secret, filePurpose(organization_id, import_id), text)
export const unsealImport = (tx: OrgTx, import_id: string, sealed: string): string | null =>
  unsealFor(secretOf(tx), filePurpose(tx.org, import_id), sealed)
