import { ApiError } from '@sheetwright/contract/api-error.ts'
import { useCallback } from 'react'
import { correlationIdOf, errorText } from '../../platform/messages/error-text.ts'
import { useText } from '../../platform/messages/use-text.ts'
import { useDialogs } from './dialogs.ts'
import { useProblemLog } from './problem-log.ts'
import { isRuleFailure, ruleAlert } from './rule-alert.ts'
import { toastFailure, toastOutage } from './toasts.tsx'

/** Failures that are shown elsewhere (the login page) or need no message. */
const silent: ReadonlySet<string> = new Set(['NETWORK_CANCELLED', 'REFRESH_TOKEN_LIMIT_REACHED'])

/** Shows a failure: rule violations in the global alert, anything else in a toast. */
export function useAlertFailure(): (error: unknown) => void {
  const text = useText()
  const dialogs = useDialogs()
  const log = useProblemLog()
  return useCallback(
    (error) => {
      if (error instanceof ApiError && silent.has(error.code)) return
      if (isRuleFailure(error)) {
        void dialogs.alert({ title: text('Error.permissionTitle'), text: text(ruleAlert(error)) })
        return
      }
      const message = errorText(text, error)
      log.add({ message, correlationId: correlationIdOf(error) })
      toastFailure(message)
    },
    [text, dialogs, log],
  )
}

/** Shows a failure until the returned function is called. */
export function useAnnounceOutage(): (error: unknown) => () => void {
  const text = useText()
  const log = useProblemLog()
  return useCallback(
    (error) => {
      const message = errorText(text, error)
      log.add({ message, correlationId: correlationIdOf(error) })
      return toastOutage(message)
    },
    [text, log],
  )
}
