import { localeOf, timeZoneOf } from '@sheetwright/compiler/interface.ts'
import type { OpenedWorkbook } from '@sheetwright/compiler/open-workbook.ts'
import { serialInZone } from '@sheetwright/runtime/dates/time-zone.ts'
import { serialNow } from './clock.ts'

type Opened = Pick<OpenedWorkbook, 'bound' | 'ports'>

/** How a workbook is computed here: now, in the regional settings that it asks for. */
export function evaluationOf(opened: Opened, steps: number, seed = 1) {
  return { now: nowIn(opened), seed, locale: localeOf(opened.ports.properties), steps }
}

/** The current time as a serial number, in the time zone that the workbook asks for, else that of this machine. */
function nowIn({ bound, ports }: Opened): number {
  const { date1904 } = bound.workbook
  const timeZone = timeZoneOf(ports.properties)
  return timeZone === undefined ? serialNow(date1904) : serialInZone(Date.now(), { date1904, timeZone })
}
