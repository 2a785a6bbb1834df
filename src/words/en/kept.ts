/** The application on a crew's phone. */
export const kept = { newVersion: 'There is a new version.', reload: 'Reload' }
