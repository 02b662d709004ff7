import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type ReactNode, use } from 'react'
import { useText } from '../platform/messages/use-text.ts'
import { BarePage } from './page/bare-page.ts'
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
  const say = useText()
  const isPage = use(BarePage)
  useDocumentTitle(isPage ? say('Page.title', { title }) : '')
  return (
    <div className={classes.root}>
      <div className={classes.icon}>{icon}</div>
      <Title order={isPage ? 1 : 2} size="h2">
        {title}
      </Title>
      <Text c="dimmed" className={classes.text}>
        {text}
      </Text>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  )
}
