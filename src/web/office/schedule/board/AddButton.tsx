import { Plus } from 'lucide-react'
import css from './board.module.css'

/** The plus of a place on a board. */
export const AddButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className={css.add} aria-label={label} onClick={onClick}>
    <Plus size={16} aria-hidden />
  </button>
)
