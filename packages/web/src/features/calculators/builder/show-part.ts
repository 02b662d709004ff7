import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import type { Part } from './layout-edits.ts'

/** Scrolls the preview to a part of the form, without scrolling the page. */
export function showPart(preview: HTMLElement, mark: string): void {
  const target = preview.querySelector(mark)?.firstElementChild
  if (target === undefined || target === null) return
  const frame = preview.getBoundingClientRect()
  const { top, bottom } = target.getBoundingClientRect()
  if (top >= frame.top && bottom <= frame.bottom) return
  preview.scrollTo({ top: preview.scrollTop + top - frame.top - frame.height / 4 })
}

/** The selector of a part of the form in the preview; that of the preview itself for the page and its texts. */
export function markOf(layout: FormLayout, part: Part): string {
  if (part.kind === 'result') return `[data-result="${part.result}"]`
  const input = part.kind === 'field' ? layout.sections[part.section]?.fields[part.field]?.input : undefined
  return input === undefined ? ':scope' : `[data-input="${CSS.escape(input)}"]`
}
