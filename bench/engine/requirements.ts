/** A requirement, with its measurement. */
export interface Requirement {
  readonly what: string
  readonly holds: boolean
}

export function atMost(what: string, value: number, limit: number): Requirement {
  return { what: `${what}: ${shown(value)}, at most ${limit}`, holds: value <= limit }
}

export function atLeast(what: string, value: number, limit: number): Requirement {
  return { what: `${what}: ${shown(value)}, at least ${limit}`, holds: value >= limit }
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : String(value)
}

/** Prints each requirement and whether it holds; returns whether all do. */
export function printRequirements(requirements: readonly Requirement[]): boolean {
  for (const { what, holds } of requirements) console.log(`${holds ? 'holds' : 'FAILS'}  ${what}`)
  return requirements.every(({ holds }) => holds)
}
