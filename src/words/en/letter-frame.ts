/** What stands around every letter, whatever its kind. */
export const letterFrame = {
  ifButtonFails: 'If the button does not work, open this address:',
  sentFor: 'Sent by Fieldhive for this business.',
  aboutUs: 'Fieldhive · software for home service businesses',
}
