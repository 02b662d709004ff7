import { Progress } from '@mantine/core'
import classes from './RunProgress.module.css'

export interface RunProgressProps {
  readonly label: string
  /** As it is shown. */
  readonly value: number
  readonly detail: string
  readonly state: 'waiting' | 'running' | 'done'
}

/** One part of a long task: its name, progress, and current activity. */
export function RunProgress({ label, value, detail, state }: RunProgressProps) {
  return (
    <div className={classes.root} data-state={state}>
      <div className={classes.line}>
        <span className={classes.label}>{label}</span>
        <span className="mono">{state === 'waiting' ? '' : `${Math.round(value)}%`}</span>
      </div>
      <Progress value={state === 'waiting' ? 0 : value} size="sm" aria-label={label} />
      <div className={classes.detail} aria-live="polite">
        {detail}
      </div>
    </div>
  )
}
