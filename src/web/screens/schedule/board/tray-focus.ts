import { restoreFocus } from '../../../ui/use-sheet.ts'

/** The id of the panel's heading, where the focus goes when what had it is gone. */
export const trayTitle = 'tray-title'
/** What had the focus is gone with what it was about. */
export const toTitle = (): void => restoreFocus(document.getElementById(trayTitle))
