import { textToNumber } from '../../coerce.ts'
import { isDateSerial } from '../../dates/serial.ts'
import { ExcelError, errors, type Scalar } from '../../values.ts'
import type { CallContext } from '../definition.ts'

/** A number for the functions of the former Analysis ToolPak: they take texts that spell one, but no booleans. */
export function strictNumber(context: CallContext, value: Scalar): number | ExcelError {
  if (typeof value === 'number' || value instanceof ExcelError) return value
  if (value === null) return 0
  if (typeof value === 'boolean') return errors.value
  return textToNumber(value, context) ?? errors.value
}

/** The day of a date argument of those functions: a serial number without its time. */
export function strictDay(context: CallContext, value: Scalar): number | ExcelError {
  const number = strictNumber(context, value)
  return number instanceof ExcelError ? number : dayOf(context, number)
}

/** A serial number without its time; #NUM! outside the calendar. */
export function dayOf(context: CallContext, serial: number): number | ExcelError {
  const day = Math.floor(serial)
  return isDateSerial(day, context.date1904) ? day : errors.num
}
