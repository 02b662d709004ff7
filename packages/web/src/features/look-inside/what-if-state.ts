import type { EngineInterface, EnginePort } from '@sheetwright/contract/engines/interface.ts'
import type { WhatIfQuestion } from '@sheetwright/contract/look-inside/run-what-if.ts'
import { textOf, valueOf } from '../../ui/input-text.ts'

export const whatIfKinds = ['sweep', 'tornado', 'solve', 'scenarios'] as const

type WhatIfKind = (typeof whatIfKinds)[number]

/** The values of a varied input, as typed. */
export interface Varied {
  readonly input: string
  readonly from: string
  readonly to: string
  readonly steps: string
  /** Replaces the range for inputs that are not numbers. */
  readonly values: string
}

export interface Scenario {
  readonly name: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** The state of the what-if workbench; it is in the fragment of the address. */
export interface WhatIfState {
  readonly kind: WhatIfKind
  readonly inputs: Readonly<Record<string, unknown>>
  readonly first: Varied
  readonly second: Varied | null
  readonly outputs: readonly string[]
  readonly output: string
  readonly change: string
  readonly solve: { readonly input: string; readonly target: string; readonly from: string; readonly to: string }
  readonly scenarios: readonly Scenario[]
}

const mostSteps = 200

export function isNumberPort({ shape, default: value }: EnginePort): boolean {
  return shape === 'cell' && typeof value === 'number'
}

export function variedOf(port: EnginePort | undefined): Varied {
  const base = typeof port?.default === 'number' ? port.default : undefined
  const options = port?.validation?.options?.map(textOf).join(', ')
  const [from, to] = base === undefined ? ['', ''] : rangeAround(base, port?.validation)
  return {
    input: port?.name ?? '',
    from,
    to,
    steps: '11',
    values: base === undefined ? (options ?? textOf(port?.default ?? '')) : '',
  }
}

/** Half of the default to one and a half, within what the workbook allows. */
function rangeAround(base: number, validation: EnginePort['validation']): [string, string] {
  const round = validation?.type === 'whole' ? Math.round : (value: number) => value
  const bound = (limit: unknown, otherwise: number) => (typeof limit === 'number' ? limit : otherwise)
  const [low, high] = base === 0 ? [0, 1] : [Math.min(base * 0.5, base * 1.5), Math.max(base * 0.5, base * 1.5)]
  return [
    String(round(Math.max(low, bound(validation?.min, -Infinity)))),
    String(round(Math.min(high, bound(validation?.max, Infinity)))),
  ]
}

export function firstState({ inputs, outputs }: Pick<EngineInterface, 'inputs' | 'outputs'>): WhatIfState {
  const cells = inputs.filter(({ shape }) => shape === 'cell')
  const number = cells.find(isNumberPort) ?? cells[0]
  const output = outputs.find(({ shape }) => shape === 'cell')?.name ?? ''
  const range = variedOf(number)
  return {
    kind: 'sweep',
    inputs: {},
    first: range,
    second: null,
    outputs: output === '' ? [] : [output],
    output,
    change: '10',
    solve: { input: number?.name ?? '', target: '', from: range.from, to: range.to },
    scenarios: [],
  }
}

export function hashOfState(state: WhatIfState): string {
  return new URLSearchParams({ what: JSON.stringify(state) }).toString()
}

/** Restores the state from a link; missing or damaged fields get their initial values. */
export function stateOfHash(hash: string, first: WhatIfState): WhatIfState | undefined {
  const text = new URLSearchParams(hash.replace(/^#/, '')).get('what')
  if (text === null) return undefined
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return undefined
    const given: Partial<WhatIfState> = read
    return {
      kind: whatIfKinds.find((each) => each === given.kind) ?? first.kind,
      inputs: sameShape(given.inputs, first.inputs),
      first: sameShape(given.first, first.first),
      second: given.second ? sameShape(given.second, first.first) : null,
      outputs: Array.isArray(given.outputs) ? given.outputs.map(textOf) : first.outputs,
      output: textOf(given.output ?? first.output),
      change: textOf(given.change ?? first.change),
      solve: sameShape(given.solve, first.solve),
      scenarios: Array.isArray(given.scenarios)
        ? given.scenarios.map((each) => sameShape(each, { name: '', inputs: {} }))
        : first.scenarios,
    }
  } catch {
    return undefined
  }
}

/** The fields of a link that have the type of the field that they replace. */
function sameShape<T extends object>(given: unknown, first: T): T {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return first
  const fits = Object.entries(given).filter(([name, value]) => {
    const before: unknown = Object.hasOwn(first, name) ? Reflect.get(first, name) : undefined
    return before === undefined || (typeof before === typeof value && value !== null)
  })
  return { ...first, ...Object.fromEntries(fits) }
}

/** The request to the server; undefined while it is incomplete. */
export function questionOf(state: WhatIfState, ports: readonly EnginePort[]): WhatIfQuestion | undefined {
  const { kind, inputs, output, outputs } = state
  switch (kind) {
    case 'sweep': {
      const vary = [state.first, ...(state.second === null ? [] : [state.second])].map((each) => ({
        input: each.input,
        values: valuesOf(each, ports),
      }))
      if (outputs.length === 0 || vary.some(({ values }) => values.length === 0)) return undefined
      return { kind, inputs, vary, outputs: [...outputs] }
    }
    case 'tornado': {
      const change = (percentOf(state.change) ?? 0) / 100
      return output !== '' && change > 0 && change <= 1 ? { kind, inputs, output, change } : undefined
    }
    case 'solve': {
      const { input } = state.solve
      const [target, from, to] = [numberOf(state.solve.target), numberOf(state.solve.from), numberOf(state.solve.to)]
      if (input === '' || output === '' || target === undefined || from === undefined || to === undefined) {
        return undefined
      }
      return from < to ? { kind, inputs, input, output, target, from, to } : undefined
    }
    case 'scenarios': {
      if (state.scenarios.length === 0) return undefined
      const all = state.scenarios.map((each) => ({ name: each.name, inputs: { ...inputs, ...each.inputs } }))
      return { kind, scenarios: all, outputs: [] }
    }
    default:
      return kind satisfies never
  }
}

/** The number in a field, with separators or a percent sign as everywhere. */
export function numberOf(text: string): number | undefined {
  const value = valueOf(text, 'number')
  return typeof value === 'number' ? value : undefined
}

/** The change of a tornado is in percent, with the sign or without. */
export function percentOf(text: string): number | undefined {
  return numberOf(text.trim().replace(/[%％]$/, ''))
}

type Value = string | number | boolean | null

function valuesOf({ input, from, to, steps, values }: Varied, ports: readonly EnginePort[]): Value[] {
  const port = ports.find(({ name }) => name === input)
  if (port === undefined) return []
  if (!isNumberPort(port)) {
    return values
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => valueOf(each, port.type) as Value)
  }
  const [low, high, count] = [numberOf(from), numberOf(to), numberOf(steps)]
  if (low === undefined || high === undefined || count === undefined) return []
  const length = Math.min(mostSteps, Math.max(2, Math.round(count)))
  const round = port.validation?.type === 'whole' ? Math.round : tidy
  return [...new Set(Array.from({ length }, (_, i) => round(low + ((high - low) * i) / (length - 1))))]
}

/** Removes the rounding errors of added steps. */
function tidy(value: number): number {
  return Number(value.toPrecision(12))
}
