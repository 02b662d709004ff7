import { shortenEnd, wrapLines } from '../shorten.ts'

const labelLimit = 24
const tooltipWidth = 30
const shownItems = 5

export function crumbLabel(label: string): string {
  return shortenEnd(label, labelLimit)
}

/** The whole label for the tooltip, in short lines; undefined if it is not cut. */
export function crumbTooltip(label: string): string | undefined {
  return crumbLabel(label) === label ? undefined : wrapLines(label, tooltipWidth).join('\n')
}

/** Of more than five places, the first two and the last two are shown; a menu holds the others. */
export function collapseCrumbs<T>(items: readonly T[]): {
  head: readonly T[]
  hidden: readonly T[]
  tail: readonly T[]
} {
  if (items.length <= shownItems) return { head: items, hidden: [], tail: [] }
  return { head: items.slice(0, 2), hidden: items.slice(2, -2), tail: items.slice(-2) }
}
