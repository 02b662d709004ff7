import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import { isNumberType } from './number-types.ts'

/** The allowed values of an input, as far as the interface defines them. */
export interface InputDomain {
  readonly name: string
  /** Values to try: options, or the boundaries and middle of a range. Without a rule, only the default. */
  readonly values: readonly unknown[]
  /** Draws a value; `share` is from 0 to below 1. */
  readonly draw: (share: number) => unknown
  /** Inputs that determine the allowed values: the engine is asked for the list once they are known. */
  readonly dependsOn: readonly string[]
}

/** Domains of the inputs to vary; the others keep their defaults. Tables are never varied. */
export function inputDomains({ inputs }: EngineInterface, chosen: readonly string[] | undefined): InputDomain[] {
  const wanted = chosen && new Set(chosen.map((name) => name.toLowerCase()))
  return inputs
    .filter(({ shape, name }) => shape === 'cell' && (wanted === undefined || wanted.has(name.toLowerCase())))
    .map(domainOf)
}

function domainOf(port: EnginePort): InputDomain {
  const { name, validation, type } = port
  const isDependent = validation?.type === 'list' && validation.options === undefined
  const dependsOn = isDependent ? validation.dependsOn : []
  const options = validation?.options?.filter((option) => option !== null)
  if (options !== undefined && options.length > 0) return { name, ...listOf(options), dependsOn }
  if (type === 'boolean') return { name, ...listOf([true, false]), dependsOn }
  const range = rangeOf(port)
  if (range !== undefined) return { name, ...range, dependsOn }
  return { name, ...listOf([port.default ?? null]), dependsOn }
}

function listOf(values: readonly unknown[]): Pick<InputDomain, 'values' | 'draw'> {
  return { values, draw: (share) => values[Math.floor(share * values.length)] }
}

const dayMs = 86_400_000

/** A range of numbers or days. If one end is open, it is derived from the default. */
function rangeOf(port: EnginePort): Pick<InputDomain, 'values' | 'draw'> | undefined {
  const { validation, type } = port
  if (validation === undefined) return undefined
  if (type === 'date') {
    const days = [validation.min, validation.max].map((limit) => Date.parse(`${String(limit ?? '')}T00:00:00Z`) / dayMs)
    const [from, to] = days
    if (from === undefined || to === undefined || !Number.isFinite(from) || !Number.isFinite(to)) return undefined
    const write = (day: number) => new Date(Math.round(day) * dayMs).toISOString().slice(0, 10)
    const points = boundaries(from, to, 1)
    return { values: points.map(write), draw: (share) => write(from + Math.floor(share * (to - from + 1))) }
  }
  if (!isNumberType(type)) return undefined
  const saved = typeof port.default === 'number' ? port.default : 0
  const low = numberIn(validation.min)
  const high = numberIn(validation.max)
  if (low === undefined && high === undefined) return undefined
  const from = low ?? Math.min(saved, (high ?? 0) - Math.max(1, Math.abs(saved)))
  const to = high ?? Math.max(saved, from + Math.max(1, Math.abs(saved) * 2))
  const isWhole = validation.type === 'whole'
  const step = isWhole ? 1 : (to - from) / 100
  const digits = isWhole ? 0 : Math.max(0, 3 - Math.floor(Math.log10(Math.max(1e-9, to - from))))
  const draw = (share: number) =>
    isWhole ? from + Math.floor(share * (to - from + 1)) : clamp(Number((from + share * (to - from)).toFixed(digits)))
  const clamp = (value: number) => Math.min(to, Math.max(from, value))
  return {
    values: boundaries(from, to, step).map((value) => (isWhole ? value : clamp(Number(value.toFixed(digits))))),
    draw,
  }
}

/** Both ends, their inner neighbours, and the middle. */
function boundaries(from: number, to: number, step: number): number[] {
  const middle = step === 1 ? Math.round((from + to) / 2) : (from + to) / 2
  const points = [from, from + step, middle, to - step, to].filter((point) => point >= from && point <= to)
  return [...new Set(points)].sort((a, b) => a - b)
}

function numberIn(limit: number | string | undefined): number | undefined {
  const value = typeof limit === 'string' ? Number(limit) : limit
  return value !== undefined && Number.isFinite(value) ? value : undefined
}
