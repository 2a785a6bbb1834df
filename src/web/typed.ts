/** Whether something was typed on this page that is not saved: then leaving it is asked about, and nothing may leave it by itself. */
export const isTyped = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
