import { productName } from '../../domain/text.ts'

/** What the parts of every page say: dialogs, lists, fields. */
export const ui = {
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  retry: 'Retry',
  undo: 'Undo',
  reload: 'Reload',
  loading: 'Loading…',
  loadMore: 'Load more',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy. Please select the text and copy it.',
  discardTitle: 'Discard what you typed?',
  discardText: 'It is not saved.',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  sessionEnded:
    'Your session has ended. Log in again in another tab, then go on here: what you typed stays.',
  logIn: 'Log in',
  noEditor: 'Unable to open editor',
  updated: `Unable to open editor. ${productName} may have been updated: save what you typed, then reload the page.`,
  street: 'Street',
  zip: 'ZIP',
  city: 'City',
  state: 'State',
  zipLost: 'ZIP not found. Please enter city/state.',
  noZone: 'No such zone',
  zonesHere: 'United States',
  zonesElsewhere: 'Elsewhere',
}
