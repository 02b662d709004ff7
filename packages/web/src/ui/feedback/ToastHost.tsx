import { Notifications } from '@mantine/notifications'
import { useText } from '../../platform/messages/use-text.ts'
import { toastLimit, toastMillis } from './toasts.tsx'

/** Shows the toasts. */
export function ToastHost() {
  const text = useText()
  return (
    <section aria-label={text('Toasts.label')}>
      <Notifications position="top-center" limit={toastLimit} autoClose={toastMillis} withinPortal={false} />
    </section>
  )
}
