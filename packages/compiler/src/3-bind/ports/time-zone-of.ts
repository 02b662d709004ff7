import { isTimeZone } from '@sheetwright/runtime/dates/time-zone.ts'
import { type Properties, propertyOf } from './properties.ts'

/** The time zone of NOW and TODAY that a workbook's properties request; undefined means UTC. */
export function timeZoneOf(properties: Properties): string | undefined {
  const wanted = wantedZone(properties)
  return typeof wanted === 'string' && isTimeZone(wanted) ? wanted : undefined
}

/** What the properties give as time zone and is none. */
export function unknownTimeZone(properties: Properties): string | undefined {
  const wanted = wantedZone(properties)
  return wanted === undefined || timeZoneOf(properties) !== undefined ? undefined : String(wanted)
}

function wantedZone(properties: Properties) {
  return propertyOf(properties, 'timezone')
}
