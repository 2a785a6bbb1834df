import { MouseSensor, TouchSensor } from '@dnd-kit/core'

// The library measures and drops by what the page drew last. A page too busy to draw a drag in time would drop it elsewhere, or nowhere.

type Hand = ConstructorParameters<typeof MouseSensor>[0]

/** A mouse whose drop lands where it let go, however late the page draws. */
export class Mouse extends MouseSensor {
  constructor(hand: Hand) {
    super(patient(hand, 'mouseup'))
  }
}

/** A finger whose drop lands where it let go, however late the page draws. */
export class Finger extends TouchSensor {
  constructor(hand: Hand) {
    super(patient(hand, 'touchend'))
  }
}

/** Moves a card only once it is drawn as lifted, and drops it only once it is drawn where the hand let go. */
function patient(hand: Hand, end: 'mouseup' | 'touchend'): Hand {
  let lifted: Promise<void> | null = null
  let isDrawn = false
  let latest: Parameters<Hand['onMove']>[0] | null = null
  const move: Hand['onMove'] = (at) => {
    latest = at
    if (isDrawn) hand.onMove(at)
  }
  const letGo = (event: MouseEvent | TouchEvent) => {
    const at = 'changedTouches' in event ? event.changedTouches[0] : event
    if (lifted && at) move({ x: at.clientX, y: at.clientY })
  }
  // Hears it before the library does.
  addEventListener(end, letGo, { capture: true })
  const leave = () => removeEventListener(end, letGo, { capture: true })
  return {
    ...hand,
    onStart(at) {
      hand.onStart(at)
      lifted = drawing().then(() => {
        isDrawn = true
        if (latest) hand.onMove(latest)
      })
    },
    onMove: move,
    onEnd() {
      leave()
      if (lifted) void Promise.all([lifted.then(drawing), clicks()]).then(hand.onEnd)
      else hand.onEnd()
    },
    onCancel() {
      leave()
      latest = null
      hand.onCancel()
    },
  }
}

/** Two frames: the first draws what changed, the second what followed from measuring it. */
async function drawing(): Promise<void> {
  await frame()
  await frame()
}
/** After a drop the library swallows clicks for this long, in ms. A question that a drop asks must not be on the page before. */
const swallows_ms = 50
const clicks = () => new Promise<void>((resolve) => setTimeout(resolve, swallows_ms))
const frame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
