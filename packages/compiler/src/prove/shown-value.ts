/** A value as a report shows it. */
export type ShownValue = string | number | boolean | null
