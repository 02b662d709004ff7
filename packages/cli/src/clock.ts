import { timeZoneOf } from '@sheetwright/compiler/interface.ts'
import type { OpenedWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { dateToSerial } from '@sheetwright/runtime/dates/serial.ts'
import { serialInZone } from '@sheetwright/runtime/dates/time-zone.ts'

/** The current time as a serial number, in the time zone that the workbook asks for, else that of this machine. */
export function serialNowIn({ bound, ports }: Pick<OpenedWorkbook, 'bound' | 'ports'>): number {
  const { date1904 } = bound.workbook
  const timeZone = timeZoneOf(ports.properties)
  return timeZone === undefined ? serialNow(date1904) : serialInZone(Date.now(), { date1904, timeZone })
}

/** The current time of this machine as a serial number. */
export function serialNow(date1904: boolean): number {
  const now = new Date()
  const seconds = now.getHours() * 3600 + now.getMinutes() * 60 + now.getSeconds() + now.getMilliseconds() / 1000
  return dateToSerial(now.getFullYear(), now.getMonth() + 1, now.getDate(), date1904) + seconds / 86_400
}
