import { isCrewPhone } from '../person-here.ts'

/** Whether anything waits here, from anyone. */
export const isAnythingLeft = async (): Promise<boolean> =>
  isCrewPhone() &&
  import('./count-left.ts').then(
    async ({ countLeft }) => (await countLeft()) > 0,
    () => false,
  )
