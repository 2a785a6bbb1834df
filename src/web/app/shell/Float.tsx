import { Plus } from 'lucide-react'

type FloatProps = { label: string; onClick: () => void }

/** The quick actions of the office on a phone, whose tabs are all taken. */
export const Float = ({ label, onClick }: FloatProps) => (
  <button type="button" className="shell-float" aria-label={label} onClick={onClick}>
    <Plus size={26} aria-hidden />
  </button>
)
