/** The outcome of an attack. */
export interface Verdict {
  readonly attack: string
  readonly tried: string
  readonly held: boolean
  readonly detail: string
}

/** One line for each, then the number of failures. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const width = Math.max(...verdicts.map(({ attack }) => attack.length))
  const lines = verdicts.map(
    ({ attack, tried, held, detail }) => `${held ? 'held ' : 'FELL '} ${attack.padEnd(width)}  ${tried}  ${detail}`,
  )
  const fallen = verdicts.filter(({ held }) => !held).length
  return [...lines, `${verdicts.length} tried, ${verdicts.length - fallen} held, ${fallen} fell`].join('\n')
}
