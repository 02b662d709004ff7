import { useCallback } from 'react'
import { useIntl } from 'react-intl'
import type { MessageId } from './load-messages.ts'

type TextValues = Readonly<Record<string, string | number | Date>>

export type Text = (id: MessageId, values?: TextValues) => string

/** The texts of the current language. */
export function useText(): Text {
  const intl = useIntl()
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl])
}
