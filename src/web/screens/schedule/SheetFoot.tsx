import type { ReactNode } from 'react'
import css from './forms.module.css'

/** The buttons of a form that is the whole content of a sheet, kept in sight at its bottom. */
export const SheetFoot = ({ children }: { children: ReactNode }) => <div className={`fh-sheet-foot ${css.foot}`}>{children}</div>
