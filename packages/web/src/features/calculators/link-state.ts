import { mostScenarios } from '@sheetwright/contract/calculators/form-call.ts'
import { type CalculatorState, nothingEntered, type Values } from './calculator-state.ts'

/**
 * What was entered stands in the part of the address behind #, which browsers never send: figures about a person reach no
 * log of a server or proxy, and a copied link opens the same calculation.
 */
const prefix = 'state='
/** Longer addresses are cut by mail programs; then the address says nothing rather than half. */
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

/** Whatever is not a state of ours is nothing entered: addresses are typed and cut by people. */
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
