import { ui } from '../../words/en/ui.ts'
import { area } from '../words.ts'

export const uiWords = area(ui, async () => (await import('../../words/es/ui.ts')).ui)
