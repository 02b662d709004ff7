import { isTimeZone } from '@sheetwright/runtime/dates/time-zone.ts'

type Properties = ReadonlyMap<string, string | number | boolean>

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

function wantedZone(properties: Properties): string | number | boolean | undefined {
  return [...properties].find(([name]) => name.toLowerCase() === 'timezone')?.[1]
}
