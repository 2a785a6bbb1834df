import {
  createHash,
  createSign,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string }
type Creation = Options & { rp: { id?: string }; user: { id: string } }
type Request = Options & { rpId?: string }

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64url')

/** A device that makes and uses one passkey (WebAuthn, ES256, no attestation). */
export class PasskeyDevice {
  readonly id = randomBytes(16)
  #origin: string
  #key: KeyObject
  #public: { x: Buffer; y: Buffer }
  #handle = ''
  /** How often it signed: a copy of the device would count the same numbers again. */
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#public = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  make(options: unknown): Record<string, unknown> {
    const { challenge, rp, user } = options as Creation
    this.#handle = user.id
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(this.#public.x)],
        [-3, new Uint8Array(this.#public.y)],
      ]),
    )
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      Buffer.from(key),
    ])
    const authData = new Uint8Array(Buffer.concat([this.#data(rp.id ?? '', 0x45), attested]))
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]) as never,
    )
    return this.#credential({
      clientDataJSON: this.#client('webauthn.create', challenge),
      attestationObject: base64(attestation),
      transports: ['internal'],
    })
  }

  sign(options: unknown, { origin = this.#origin } = {}): Record<string, unknown> {
    const { challenge, rpId = '' } = options as Request
    this.counter++
    const data = this.#data(rpId, 0x05)
    const client = this.#client('webauthn.get', challenge, origin)
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]))
      .sign(this.#key)
    return this.#credential({
      clientDataJSON: client,
      authenticatorData: base64(data),
      signature: base64(signature),
      userHandle: this.#handle,
    })
  }

  #data(rp_id: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rp_id), Buffer.from([flags]), counter])
  }
  #client = (type: string, challenge: string, origin = this.#origin): string =>
    base64(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
  #credential = (response: object) => ({
    id: base64(this.id),
    rawId: base64(this.id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
}
