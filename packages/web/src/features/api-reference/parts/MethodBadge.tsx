import classes from './MethodBadge.module.css'

export function MethodBadge({ method }: { method: string }) {
  return <span className={classes.badge}>{method}</span>
}
