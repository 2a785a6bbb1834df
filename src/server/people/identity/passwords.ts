import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

// OWASP's parameters: argon2id 19 MiB, 2 passes; scrypt N=2^15, r=8, p=3 if the native module
// cannot be loaded.
const argonOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const scryptOptions = { N: 2 ** 15, r: 8, p: 3, maxmem: 128 * 1024 * 1024 } as const

type Argon = {
  hash(password: string, options: object): Promise<string>
  verify(stored: string, password: string): Promise<boolean>
}
let argon: Promise<Argon | null> | undefined
const loadArgon = (): Promise<Argon | null> =>
  (argon ??= import('@node-rs/argon2').then(
    (module) => module as unknown as Argon,
    () => null,
  ))

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((done, failed) =>
    scrypt(password, salt, 32, scryptOptions, (fault, key) => (fault ? failed(fault) : done(key))),
  )

/** A hash that names its algorithm, so that others can be added later. */
export async function hashPassword(password: string): Promise<string> {
  const native = await loadArgon()
  if (native) return native.hash(password.normalize('NFKC'), argonOptions)
  return scryptHash(password)
}

async function scryptHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `$scrypt$${salt.toString('base64url')}$${(await derive(password.normalize('NFKC'), salt)).toString('base64url')}`
}

/**
 * `fits`: the password is right; `stale`: its hash should be renewed. Takes just as long without an
 * account.
 */
export async function checkPassword(
  stored: string | null,
  password: string,
): Promise<{ fits: boolean; stale: boolean }> {
  const native = await loadArgon()
  const text = password.normalize('NFKC')
  if (stored?.startsWith('$scrypt$')) {
    const [, , salt = '', key = ''] = stored.split('$')
    const expected = Buffer.from(key, 'base64url')
    const given = await derive(text, Buffer.from(salt, 'base64url'))
    return {
      fits: expected.length === given.length && timingSafeEqual(expected, given),
      stale: native !== null,
    }
  }
  if (!native) {
    await derive(text, randomBytes(16))
    return { fits: false, stale: false }
  }
  decoy ??= native.hash(randomBytes(16).toString('hex'), argonOptions)
  const fits = await native.verify(stored ?? (await decoy), text).catch(() => false)
  return {
    fits: stored !== null && fits,
    stale: stored !== null && !stored.includes('m=19456,t=2,p=1'),
  }
}
let decoy: Promise<string> | undefined

export const passwordMinimum = 10
const passwordMaximum = 200

// Common passwords, reduced to letters and lower case.
const commonWords = new Set(
  (
    'password passwort passw pass qwerty qwertyuiop qwertz asdfgh asdfghjkl zxcvbnm letmein welcome iloveyou admin administrator root login ' +
    'fieldhive honey beehive monkey dragon football baseball basketball superman batman princess sunshine master shadow michael jordan ' +
    'ashley charlie hello secret trustno changeme default test testing abc abcd abcdef abcdefg abcdefgh abcdefghij summer winter spring autumn'
  ).split(' '),
)

/**
 * What is wrong with a new password, as the sentence shown at its field; null if it is good enough.
 */
export function weakness(
  password: string,
  about: { email?: string; name?: string } = {},
): string | null {
  if (password.length < passwordMinimum) return `Use at least ${passwordMinimum} characters.`
  if (password.length > passwordMaximum) return `Use at most ${passwordMaximum} characters.`
  const lower = password.toLowerCase()
  const letters = lower.replace(/[^\p{L}]/gu, '')
  const known = [about.email?.split('@')[0], ...(about.name ?? '').split(/\s+/)]
    .map((word) => (word ?? '').toLowerCase())
    .filter((word) => word.length >= 4)
  const rest = known.reduce((text, word) => text.replaceAll(word, ''), lower)
  const easy =
    new Set(lower).size < 5 ||
    commonWords.has(letters) ||
    isRun(lower) ||
    rest.length < 5 ||
    lower === about.email?.toLowerCase() ||
    /^(.{1,5})\1+.?$/.test(lower)
  return easy ? 'This password is too easy to guess. A few unrelated words make a good one.' : null
}

/** '1234567890', 'abcdefghij' and their reverse. */
const isRun = (text: string): boolean => {
  const steps = Array.from(
    { length: text.length - 1 },
    (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i),
  )
  return steps.filter((step) => Math.abs(step) === 1).length >= steps.length - 2
}
