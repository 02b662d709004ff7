import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { listChains } from '@sheetwright/contract/execution/list-chains.ts'

export type EngineChain = ResultOf<typeof listChains>['items'][number]

export interface ChainStep {
  readonly productId: string
  readonly engineId: string
  readonly label: string
  /** For an input, the output that feeds it; one a line, `input = output`. */
  readonly mapping: string
}

export interface ChainValues {
  readonly name: string
  readonly steps: readonly ChainStep[]
}

/** The lines of a mapping as they are typed. */
export function mappingText(mapping: Readonly<Record<string, string>>): string {
  return Object.entries(mapping)
    .map(([input, output]) => `${input} = ${output}`)
    .join('\n')
}

/** A mapping from its lines; undefined when a line is none. */
export function mappingOf(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => {
    const [input = '', ...output] = line.split('=')
    return [input.trim(), output.join('=').trim()] as const
  })
  return pairs.some(([input, output]) => input === '' || output === '') ? undefined : Object.fromEntries(pairs)
}

export function chainValuesOf(chain: EngineChain | undefined): ChainValues {
  return {
    name: chain?.name ?? '',
    steps: (chain?.steps ?? []).flatMap(({ engineId, productId, serviceName, mapping }) =>
      // An engine that is gone cannot be saved again.
      productId === null
        ? []
        : [{ engineId, productId, label: serviceName ?? engineId, mapping: mappingText(mapping) }],
    ),
  }
}

/** A step moved by one place. */
export function moved(steps: readonly ChainStep[], index: number, by: 1 | -1): readonly ChainStep[] {
  const to = index + by
  const [from, other] = [steps[index], steps[to]]
  if (from === undefined || other === undefined) return steps
  return steps.map((step, at) => (at === index ? other : at === to ? from : step))
}
