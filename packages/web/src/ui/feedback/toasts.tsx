import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import classes from './toasts.module.css'

/** Maximum number of toasts, and how long they are shown. */
export const toastLimit = 3
export const toastMillis = 2000
/** A toast with an action stays longer. */
const actionMillis = 10_000

export function toastSuccess(message: string) {
  notifications.show({ message, icon: <IconCheck />, classNames: pass, withCloseButton: false, role: 'status' })
}

export function toastFailure(message: string) {
  notifications.show({ message, icon: <IconAlertTriangle />, classNames: fail, withCloseButton: false, role: 'alert' })
}

/** A toast that stays until the returned function is called. */
export function toastOutage(message: string): () => void {
  const id = crypto.randomUUID()
  const icon = <IconAlertTriangle />
  notifications.show({ id, message, icon, classNames: fail, withCloseButton: false, role: 'alert', autoClose: false })
  return () => notifications.hide(id)
}

export function toastWithAction(message: string, label: string, action: () => void) {
  const id = crypto.randomUUID()
  notifications.show({
    id,
    role: 'status',
    autoClose: actionMillis,
    icon: <IconCheck />,
    classNames: pass,
    withCloseButton: false,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button
          variant="default"
          size="xs"
          flex="none"
          onClick={() => {
            notifications.hide(id)
            action()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
}

const shared = { root: classes.root ?? '', description: classes.text ?? '' }
const pass = { ...shared, icon: classes.pass ?? '' }
const fail = { ...shared, icon: classes.fail ?? '' }
