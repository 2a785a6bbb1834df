import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another running process holds the data folder. */
export class DataFolderInUse extends Error {}

// Process ids are reused; together with the start time, they are unique.
const startedAt = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
/**
 * Killed, with all its threads, and only waiting to be reaped by its parent: it can no longer
 * write.
 */
const isZombie = (pid: number): boolean => {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]
    return state === 'Z' && readdirSync(`/proc/${pid}/task`).length <= 1
  } catch {
    return false
  }
}
const lives = (pid: number, started: string): boolean => {
  try {
    process.kill(pid, 0)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  if (isZombie(pid)) return false
  return started === '' || startedAt(pid) === '' || startedAt(pid) === started
}

/**
 * Locks the folder for this process. The embedded database has no lock of its own, and two
 * processes on one folder destroy the data.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(file, `${process.pid} ${startedAt(process.pid)}\n`, { flag: 'wx' })
      const free = () => rmSync(file, { force: true })
      process.once('exit', free)
      return () => {
        process.off('exit', free)
        free()
      }
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault
      const [pid = '', started = ''] = readFileSync(file, 'utf8').trim().split(' ')
      if (Number(pid) !== process.pid && Number(pid) > 0 && lives(Number(pid), started)) {
        throw new DataFolderInUse(
          `The data folder ${folder} is in use by process ${pid}. Stop that process first, or set DATA_DIR to another folder.`,
        )
      }
      rmSync(file, { force: true })
    }
  }
  throw new DataFolderInUse(`The data folder ${folder} could not be locked.`)
}
