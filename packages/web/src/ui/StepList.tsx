import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './StepList.module.css'

interface Step {
  readonly id: string
  readonly label: string
  readonly detail?: string
}

export interface StepListProps {
  readonly label: string
  readonly steps: readonly Step[]
  readonly current: string
  /** The current step failed. */
  readonly failed?: boolean
}

/** The steps of a wizard with the current one. */
export function StepList({ label, steps, current, failed = false }: StepListProps) {
  const at = steps.findIndex(({ id }) => id === current)
  return (
    <ol className={classes.list} aria-label={label}>
      {steps.map((step, index) => {
        const state = index < at ? 'done' : index > at ? 'ahead' : failed ? 'failed' : 'current'
        return (
          <li
            key={step.id}
            className={classes.step}
            data-state={state}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.sign} aria-hidden="true">
              {state === 'done' ? <IconCheck /> : state === 'failed' ? <IconX /> : index + 1}
            </span>
            <span>
              <span className={classes.label}>{step.label}</span>
              {step.detail !== undefined && <span className={classes.detail}>{step.detail}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
