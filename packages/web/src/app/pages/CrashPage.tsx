import { Button, Text } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '../../platform/messages/use-text.ts'
import { LonePage } from './LonePage.tsx'
import classes from './LonePage.module.css'

/** Replaces a page that threw while rendering. */
export function CrashPage({ error }: ErrorComponentProps) {
  const text = useText()
  return (
    <LonePage
      icon={<IconBug />}
      title={text('Crash.title')}
      lines={[text('Crash.text')]}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{text('Crash.reload')}</Button>
          <Button component="a" href="/" variant="default">
            {text('NotFound.home')}
          </Button>
        </>
      }
    >
      <Text size="xs" c="dimmed" className={classes.detail ?? ''}>
        {error instanceof Error ? error.message : String(error)}
      </Text>
    </LonePage>
  )
}
