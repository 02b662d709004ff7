/**
 * The JSON text of a value that a caller sent as JSON. A number beyond the range of numbers is read as infinite, and
 * `JSON.stringify` writes that as null: an empty cell, and a wrong result. Here it is written so that it is read as
 * infinite again, and refused by whoever uses it.
 */
export function receivedJson(value: unknown): string {
  return holdsInfinite(value) ? textOf(value) : JSON.stringify(value)
}

function holdsInfinite(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsInfinite)
  for (const name in value) if (holdsInfinite((value as Record<string, unknown>)[name])) return true
  return false
}

const infinite = '1e999'

function textOf(value: unknown): string {
  if (value === Infinity) return infinite
  if (value === -Infinity) return `-${infinite}`
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, each]) => each !== undefined)
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${textOf(each)}`).join(',')}}`
}
