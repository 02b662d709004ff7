import { Tooltip } from '@mantine/core'
import { useIntl } from 'react-intl'
import { formatMinute, formatMoment, formatSecond, relativeTo } from '../platform/messages/dates.ts'
import { useText } from '../platform/messages/use-text.ts'
import { useNow } from './use-now.ts'

/** How long ago something happened; the exact time with its zone on hover. */
export function RelativeMoment({ value, short = false }: { value: string; short?: boolean }) {
  const intl = useIntl()
  const text = useText()
  const moment = new Date(value)
  const [amount, unit] = relativeTo(moment, useNow())
  // In Japanese it is the same without the blank that all other numbers have.
  const style = short && intl.locale !== 'ja' ? 'narrow' : 'long'
  return (
    <Tooltip label={formatMoment(moment)}>
      <time dateTime={value}>
        {amount === 0 ? text('Moment.now') : intl.formatRelativeTime(amount, unit, { numeric: 'auto', style })}
      </time>
    </Tooltip>
  )
}

/** The time to the minute; to the second, with its zone, on hover. */
export function AbsoluteMoment({ value }: { value: string }) {
  const moment = new Date(value)
  return (
    <Tooltip label={formatMoment(moment)}>
      <time dateTime={value}>{formatMinute(moment)}</time>
    </Tooltip>
  )
}

/** The time to the second; its zone on hover. */
export function ExactMoment({ value }: { value: string }) {
  const moment = new Date(value)
  return (
    <Tooltip label={formatMoment(moment)}>
      <time dateTime={value} className="mono">
        {formatSecond(moment)}
      </time>
    </Tooltip>
  )
}
