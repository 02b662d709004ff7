import { useText } from '../../platform/messages/use-text.ts'
import classes from './Logo.module.css'

/** A sheet with a tick in it, and the name. */
export function Logo() {
  const text = useText()
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 20 20" aria-hidden="true">
        <rect x="1.5" y="1.5" width="17" height="17" rx="3.5" />
        <path d="M1.5 7.5h17M7.5 7.5v11" />
        <path d="M10.6 13.2l1.9 1.9 3.4-3.9" />
      </svg>
      <span>{text('App.name')}</span>
    </span>
  )
}
