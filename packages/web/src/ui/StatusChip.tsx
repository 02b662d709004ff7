import type { ReactNode } from 'react'
import classes from './StatusChip.module.css'

export type StatusTone = 'neutral' | 'accent' | 'pass' | 'attention' | 'fail'

/** A state as a word with an icon, so that it never depends on colour alone. */
export function StatusChip({ tone, icon, children }: { tone: StatusTone; icon: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
