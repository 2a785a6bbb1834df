/** The lines of this phone: the name of the lock under which one is sent, and of the channel that says it has changed. */
export const lines = { acts: 'fieldhive.outbox', photos: 'fieldhive.photos' } as const

/** Works on a line only while no other page does; false if one does. */
export const ifAlone = (line: keyof typeof lines, work: () => Promise<void>): Promise<boolean> =>
  'locks' in navigator
    ? navigator.locks.request(lines[line], { ifAvailable: true }, async (lock) => {
        if (lock) await work()
        return lock !== null
      })
    : work().then(() => true)
