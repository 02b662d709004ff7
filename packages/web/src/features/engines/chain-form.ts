import type { ResultOf } from '@sheetwright/contract/call.ts'
import type { listChains } from '@sheetwright/contract/execution/list-chains.ts'

export type EngineChain = ResultOf<typeof listChains>['items'][number]

export interface ChainStep {
  readonly productId: string
  readonly engineId: string
  readonly label: string
  /** The output that feeds each input; one per line, `input = output`. */
  readonly mapping: string
}

export interface ChainValues {
  readonly name: string
  readonly steps: readonly ChainStep[]
}

/** A mapping as editable lines. */
export function mappingText(mapping: Readonly<Record<string, string>>): string {
  return Object.entries(mapping)
    .map(([input, output]) => `${input} = ${output}`)
    .join('\n')
}

/** Parses a mapping from its lines; undefined if a line is invalid. */
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
      // A deleted engine cannot be saved again.
      productId === null
        ? []
        : [{ engineId, productId, label: serviceName ?? engineId, mapping: mappingText(mapping) }],
    ),
  }
}

/** Moves a step by one place. */
export function moved(steps: readonly ChainStep[], index: number, by: 1 | -1): readonly ChainStep[] {
  const to = index + by
  const [from, other] = [steps[index], steps[to]]
  if (from === undefined || other === undefined) return steps
  return steps.map((step, at) => (at === index ? other : at === to ? from : step))
}
