import type { EngineInputs } from '@sheetwright/runtime/engine/call.ts'
import type { Json } from '@sheetwright/runtime/engine/json-values.ts'
import type { LoadedEngine } from './loaded-engines.ts'
import { subserviceOf } from './run-meta.ts'

/** The inputs of the calculation: the caller's, else the workbook's. */
export function inputsUsed(
  { shown }: LoadedEngine,
  category: string | null | undefined,
  given: EngineInputs,
): EngineInputs {
  const ports = portsOf(shown, category)
  if (areNamed(Object.keys(given), ports)) return given
  const used: Record<string, unknown> = {}
  for (const { name, default: saved } of ports) {
    const value = givenInOtherCase(given, name)
    used[name] = value === undefined ? saved : value
  }
  return used
}

/** Most callers give all of them, in order, and nothing else. */
function areNamed(names: readonly string[], ports: readonly { readonly name: string }[]): boolean {
  if (names.length !== ports.length) return false
  for (let i = 0; i < names.length; i++) if (names[i] !== ports[i]?.name) return false
  return true
}

function portsOf(shown: LoadedEngine['shown'], category: string | null | undefined) {
  const subservice = subserviceOf(category)?.toLowerCase()
  if (subservice === undefined) return shown.inputs
  return shown.subservices.find(({ name }) => name.toLowerCase() === subservice)?.inputs ?? []
}

/** Null blanks a cell, so it is a value like any other. */
function givenInOtherCase(given: EngineInputs, name: string): unknown {
  if (Object.hasOwn(given, name)) return given[name]
  const lower = name.toLowerCase()
  const key = Object.keys(given).find((each) => each.toLowerCase() === lower)
  return key === undefined ? undefined : given[key]
}

/** Converts outputs that the caller wants as rows below a heading row instead of a list of objects. */
export function withArrays(
  outputs: Readonly<Record<string, Json>>,
  names: readonly string[] | null | undefined,
): Readonly<Record<string, Json>> {
  if (names === null || names === undefined || names.length === 0) return outputs
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  return Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, wanted.has(name.toLowerCase()) ? asRows(value) : value]),
  )
}

function asRows(value: Json): Json {
  const [first] = Array.isArray(value) ? (value as readonly Json[]) : []
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return value
  const headings = Object.keys(first)
  const rows = (value as readonly Readonly<Record<string, Json>>[]).map((row) =>
    headings.map((heading) => row[heading] ?? null),
  )
  return [headings, ...rows]
}
