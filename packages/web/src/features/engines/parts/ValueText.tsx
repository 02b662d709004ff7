import { Tooltip } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import { exactText, valueText } from '../../../ui/value-text.ts'
import classes from './ValueText.module.css'

/** A value in the workbook's format; full precision on hover and when copied. */
export function ValueText({ value, numberFormat }: { value: unknown; numberFormat?: string | undefined }) {
  const shown = valueText(value, numberFormat)
  const exact = exactText(value)

  function copyExact(event: ClipboardEvent) {
    event.preventDefault()
    event.clipboardData.setData('text/plain', exact)
  }

  const content = (
    <span
      className={`mono ${classes.value}`}
      data-number={typeof value === 'number' || undefined}
      onCopy={typeof value === 'number' ? copyExact : undefined}
    >
      {shown}
    </span>
  )
  return shown === exact ? content : <Tooltip label={exact}>{content}</Tooltip>
}
