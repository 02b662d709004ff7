import type { FieldError } from '@sheetwright/contract/envelope.ts'
import type { EngineInterface } from '@sheetwright/contract/engines/interface.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { StoredChain } from './chain.store.ts'

/** One engine of a chain with its inputs and outputs. */
export interface FittedStep {
  readonly engineId: string
  readonly serviceName: string
  readonly shown: EngineInterface
  readonly mapping: Readonly<Record<string, string>>
}

/** Refuses a chain in which an input of a later step would have no value, when it is saved instead of when it runs. */
export function assertFits(steps: readonly FittedStep[]): void {
  const problems: FieldError[] = []
  const given = new Set<string>()
  steps.forEach(({ serviceName, shown, mapping }, place) => {
    if (place > 0) problems.push(...problemsOf(place, serviceName, shown, mapping, given))
    for (const { name } of shown.outputs) given.add(name.toLowerCase())
  })
  if (problems.length > 0) throw mismatch(problems)
}

function problemsOf(
  place: number,
  serviceName: string,
  { inputs }: EngineInterface,
  mapping: FittedStep['mapping'],
  given: ReadonlySet<string>,
): FieldError[] {
  const field = (name: string) => `body.steps.${place - 1}.${name}`
  const names = new Set(inputs.map(({ name }) => name.toLowerCase()))
  const mapped = new Map(Object.entries(mapping).map(([input, output]) => [input.toLowerCase(), output]))
  const unknown = Object.entries(mapping).flatMap(([input, output]): FieldError[] => {
    if (!names.has(input.toLowerCase())) return [{ field: field(input), message: `${serviceName} has no such input` }]
    if (!given.has(output.toLowerCase())) return [{ field: field(input), message: `no earlier engine gives ${output}` }]
    return []
  })
  const unfed = inputs.flatMap(({ name, default: saved }): FieldError[] => {
    const isFed = mapped.has(name.toLowerCase()) || given.has(name.toLowerCase())
    const hasDefault = saved !== null && saved !== undefined && saved !== ''
    return isFed || hasDefault ? [] : [{ field: field(name), message: `nothing feeds this input of ${serviceName}` }]
  })
  return [...unknown, ...unfed]
}

/** Refuses a chain that closes a cycle: engines feed each other through all chains of the tenant. */
export function assertNoCycle(chains: readonly Pick<StoredChain, 'engineId' | 'steps'>[]): void {
  const next = new Map<string, Set<string>>()
  for (const { engineId, steps } of chains) {
    const engines = [engineId, ...steps.map((step) => step.engineId)]
    engines.forEach((from, i) => {
      const reached = next.get(from) ?? new Set<string>()
      next.set(from, reached)
      for (const to of engines.slice(i + 1)) reached.add(to)
    })
  }
  for (const engine of next.keys()) {
    if (!reachableFrom(engine, next).has(engine)) continue
    throw mismatch([{ field: 'body.steps', message: 'an engine would feed itself' }])
  }
}

/** Every engine reachable from an engine along the given edges. */
export function reachableFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const pending = [...(next.get(start) ?? [])]
  for (let engine = pending.pop(); engine !== undefined; engine = pending.pop()) {
    if (found.has(engine)) continue
    found.add(engine)
    pending.push(...(next.get(engine) ?? []))
  }
  return found
}

function mismatch(problems: readonly FieldError[]): CallError {
  const message = problems.map(({ field, message: text }) => `${field.split('.').at(-1)}: ${text}`).join('; ')
  return new CallError('ENGINE_CHAIN_MISMATCH_ERROR', message, problems)
}
