import { dateToSerial } from '@sheetwright/runtime/dates/serial.ts'

/** The current time of this machine as a serial number. */
export function serialNow(date1904: boolean): number {
  const now = new Date()
  const seconds = now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds() + now.getMilliseconds() / 1000
  return dateToSerial(now.getFullYear(), now.getMonth() + 1, now.getDate(), date1904) + seconds / 86_400
}
