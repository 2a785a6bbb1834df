import { table } from '../table.ts'

/** The application on a crew's phone. */
export const keptWords = table('kept', { newVersion: 'There is a new version.', reload: 'Reload' })
