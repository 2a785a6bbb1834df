import { useId, type ReactNode } from 'react'
import css from './pills.module.css'

type Option<T> = { value: T; label: string }
type Common<T> = {
  legend: string
  options: readonly Option<T>[]
  quiet?: boolean
  wide?: boolean
  children?: ReactNode
}

/**
 * One of a few options, as buttons with arrow keys and large touch targets. `quiet` shows the
 * legend to screen readers only.
 */
export function Pills<T extends string>({
  value,
  onChange,
  ...rest
}: Common<T> & { value: T | null; onChange: (value: T) => void }) {
  const name = useId()
  return (
    <PillSet
      {...rest}
      isChosen={(one) => one === value}
      onToggle={onChange}
      type="radio"
      name={name}
    />
  )
}

type ChecksProps<T> = Common<T> & {
  value: readonly T[]
  onChange: (value: T[]) => void
  /** Once this many are selected, the others are disabled. */
  most?: number
}

/** Any of a few options. */
export function PillChecks<T extends string | number>({
  value,
  onChange,
  most = Infinity,
  ...rest
}: ChecksProps<T>) {
  const toggle = (one: T) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one])
  const isFull = value.length >= most
  return (
    <PillSet
      {...rest}
      isChosen={(one) => value.includes(one)}
      isClosed={(one) => isFull && !value.includes(one)}
      onToggle={toggle}
      type="checkbox"
    />
  )
}

type SetProps<T> = Common<T> & {
  isChosen: (value: T) => boolean
  isClosed?: (value: T) => boolean
  onToggle: (value: T) => void
  type: 'radio' | 'checkbox'
  name?: string
}

function PillSet<T extends string | number>({
  legend,
  options,
  quiet,
  wide,
  children,
  isChosen,
  isClosed,
  onToggle,
  type,
  name,
}: SetProps<T>) {
  return (
    <fieldset className={css.set}>
      <legend className={quiet ? css.hidden : css.legend}>{legend}</legend>
      <div className={wide ? css.wide : css.row}>
        {options.map(({ value, label }) => (
          <label
            key={value}
            className={css.pill}
            data-checked={isChosen(value) || undefined}
            data-closed={isClosed?.(value) || undefined}
          >
            <input
              type={type}
              name={name}
              value={value}
              checked={isChosen(value)}
              disabled={isClosed?.(value)}
              onChange={() => onToggle(value)}
            />
            {label}
          </label>
        ))}
        {children}
      </div>
    </fieldset>
  )
}
