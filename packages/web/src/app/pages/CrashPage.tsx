import { Button, Text } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useText } from '../../platform/messages/use-text.ts'
import { reloadFromServer } from '../../platform/release.ts'
import { toastFailure } from '../../ui/feedback/toasts.tsx'
import { LonePage } from './LonePage.tsx'
import classes from './LonePage.module.css'

/** Replaces a page that threw while rendering. */
export function CrashPage({ error }: ErrorComponentProps) {
  const text = useText()

  async function reload() {
    if (!(await reloadFromServer())) toastFailure(text('Error.UNABLE_TO_CONNECT'))
  }

  return (
    <LonePage
      icon={<IconBug />}
      title={text('Crash.title')}
      lines={[text('Crash.text')]}
      actions={
        <>
          <Button onClick={() => void reload()}>{text('Crash.reload')}</Button>
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
