import { mostScenarios } from '@sheetwright/contract/calculators/form-call.ts'
import { type CalculatorState, nothingEntered, type Values } from './calculator-state.ts'

/**
 * The inputs are in the fragment of the address, which browsers never send: personal figures reach no log of a server
 * or proxy, and a copied link opens the same calculation.
 */
const prefix = 'state='
/** Mail programs cut longer addresses; then the address holds no inputs rather than half of them. */
const longest = 6_000

export function writeLinkState(state: CalculatorState): string {
  if (state.active === 0 && state.scenarios.length === 1 && Object.keys(state.scenarios[0] ?? {}).length === 0)
    return ''
  const bytes = new TextEncoder().encode(JSON.stringify([1, state.active, ...state.scenarios]))
  const text =
    prefix +
    btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  return text.length > longest ? '' : text
}

/** Reads the fragment. Invalid text counts as no inputs, because people type and cut addresses. */
export function readLinkState(hash: string, inputs: ReadonlySet<string>): CalculatorState {
  const text = hash.replace(/^#/, '')
  if (!text.startsWith(prefix)) return nothingEntered
  try {
    const binary = atob(text.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    const [version, active, ...scenarios] = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    ) as unknown[]
    const known = scenarios.filter(isRecord).map((values) => knownOf(values, inputs))
    if (version !== 1 || known.length === 0 || known.length > mostScenarios) return nothingEntered
    const isPlace = typeof active === 'number' && Number.isInteger(active) && active >= 0 && active < known.length
    return { scenarios: known, active: isPlace ? active : 0 }
  } catch {
    return nothingEntered
  }
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function knownOf(values: Values, inputs: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => inputs.has(name)))
}
