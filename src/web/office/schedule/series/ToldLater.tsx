import { undoMinutes } from '../../../../domain/schedule/visit.ts'
import css from '../../../ui/forms.module.css'

/** Says when customers hear of what is planned, changed, paused or ended. */
export const ToldLater = () => (
  <p className={css.hint}>
    The customer is notified of new days and times after {undoMinutes} minutes. Until then you can
    correct them.
  </p>
)
