import type { BlockReason } from '../../../domain/messages/message.ts'

/** The channel refused for good: trying again would not help. `address`: what that says about the address itself. */
export class Undeliverable extends Error {
  readonly address: BlockReason | null
  constructor(
    message: string,
    { address = null, cause }: { address?: BlockReason | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.address = address
  }
}

/** Carriers let our number send no texts: it is not registered. */
export class Unregistered extends Error {}
