import { useText } from '../../platform/messages/use-text.ts'
import classes from './Logo.module.css'

/** A sheet's rows with a tick through them, and the name. */
export function Logo() {
  const text = useText()
  return (
    <span className={classes.logo}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={classes.sheet} />
        <path d="M8 9h16M8 16h16M8 23h7" className={classes.rows} />
        <path d="M15 23l4 3 7-14" className={classes.tick} />
      </svg>
      <span>{text('App.name')}</span>
    </span>
  )
}
