import { shell } from '../../words/en/shell.ts'
import { area } from '../words.ts'

export const shellWords = area(shell, async () => (await import('../../words/es/shell.ts')).shell)
