import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

export interface EmptyStateProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  /** What fills the place. */
  readonly action?: ReactNode
}

/** Replaces content: nothing yet, no match, or a failure. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.root}>
      <div className={classes.icon}>{icon}</div>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" className={classes.text}>
        {text}
      </Text>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
