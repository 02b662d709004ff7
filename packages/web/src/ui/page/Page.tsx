import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { BarePage } from './bare-page.ts'
import classes from './Page.module.css'

export interface PageProps {
  /** Also the title of the browser's tab. */
  readonly title: string
  readonly count?: number | undefined
  readonly status?: ReactNode
  /** Key facts in one line below the title. */
  readonly facts?: ReactNode
  /** The main action as a button, the rest in a menu. */
  readonly actions?: ReactNode
  readonly heading?: ReactNode
  readonly children: ReactNode
}

/** The frame of every page: title, count or status, facts, actions on the right, content. */
export function Page({ title, count, status, facts, actions, heading, children }: PageProps) {
  const text = useText()
  useDocumentTitle(text('Page.title', { title }))
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.title}>
          {heading ?? <Title order={1}>{title}</Title>}
          {count !== undefined && <span className={classes.count}>{text('Page.count', { count })}</span>}
          {status}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
        {facts !== undefined && <div className={classes.facts}>{facts}</div>}
      </header>
      <BarePage value={false}>{children}</BarePage>
    </div>
  )
}
