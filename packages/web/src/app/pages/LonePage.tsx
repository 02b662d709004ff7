import { Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useText } from '../../platform/messages/use-text.ts'
import { Logo } from '../shell/Logo.tsx'
import classes from './LonePage.module.css'

export interface LonePageProps {
  readonly icon?: ReactNode
  readonly title: string
  /** The sender of the page, shown instead of the product. */
  readonly brand?: ReactNode
  readonly lines?: readonly string[]
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

const noLines: readonly string[] = []

/** A page without header and menu: login, not found, crash. */
export function LonePage({ icon, title, brand, lines = noLines, actions, children }: LonePageProps) {
  const text = useText()
  useDocumentTitle(text('Page.title', { title }))
  return (
    <main className={classes.page}>
      <div className={classes.logo}>{brand ?? <Logo />}</div>
      <div className={classes.card}>
        {icon !== undefined && <div className={classes.icon}>{icon}</div>}
        <Title order={1}>{title}</Title>
        {lines.map((line) => (
          <Text key={line} c="dimmed">
            {line}
          </Text>
        ))}
        {children}
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </main>
  )
}
