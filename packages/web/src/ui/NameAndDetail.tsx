import classes from './NameAndDetail.module.css'

/** The name of a row and, dimmed beside it, what distinguishes it from others of the same name. */
export function NameAndDetail({ name, detail }: { name: string; detail: string }) {
  return (
    <span className={classes.root}>
      <span className={classes.name}>{name}</span>
      {detail !== '' && <span className={classes.detail}>{detail}</span>}
    </span>
  )
}
