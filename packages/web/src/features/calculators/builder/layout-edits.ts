import type { FormField, FormLayout, FormResult, FormSection } from '@sheetwright/contract/calculators/form-layout.ts'
import type { Tutorial, TutorialStep } from '@sheetwright/contract/calculators/tutorial.ts'

/** A part of a layout that can be selected and moved. */
export type Part =
  | { readonly kind: 'form' }
  | { readonly kind: 'section'; readonly section: number }
  | { readonly kind: 'field'; readonly section: number; readonly field: number }
  | { readonly kind: 'result'; readonly result: number }
  | { readonly kind: 'intro' }
  | { readonly kind: 'step'; readonly step: number }

export function partKey(part: Part): string {
  switch (part.kind) {
    case 'form':
      return 'form'
    case 'section':
      return `sections[${part.section}]`
    case 'field':
      return `sections[${part.section}].fields[${part.field}]`
    case 'result':
      return `results[${part.result}]`
    case 'intro':
      return 'tutorial.intro'
    case 'step':
      return `tutorial.steps[${part.step}]`
    default:
      return part satisfies never
  }
}

export function withSection(
  layout: FormLayout,
  index: number,
  edit: (section: FormSection) => FormSection,
): FormLayout {
  return { ...layout, sections: layout.sections.map((section, at) => (at === index ? edit(section) : section)) }
}

export function withField(
  layout: FormLayout,
  place: { readonly section: number; readonly field: number },
  edit: (field: FormField) => FormField,
): FormLayout {
  return withSection(layout, place.section, (section) => ({
    ...section,
    fields: section.fields.map((field, at) => (at === place.field ? edit(field) : field)),
  }))
}

export function withResult(layout: FormLayout, index: number, edit: (result: FormResult) => FormResult): FormLayout {
  return { ...layout, results: layout.results.map((result, at) => (at === index ? edit(result) : result)) }
}

export function withIntro(layout: FormLayout, intro: Tutorial['intro']): FormLayout {
  const { steps } = layout.tutorial ?? { steps: [] }
  return withTutorial(layout, intro === undefined ? { steps } : { intro, steps })
}

export function withStep(layout: FormLayout, index: number, step: TutorialStep): FormLayout {
  const steps = (layout.tutorial?.steps ?? []).map((each, at) => (at === index ? step : each))
  return withTutorial(layout, { ...layout.tutorial, steps })
}

export function addStep(layout: FormLayout): FormLayout {
  return withTutorial(layout, { ...layout.tutorial, steps: [...(layout.tutorial?.steps ?? []), { title: {} }] })
}

/** Sets the tutorial, or removes it if it is empty. */
function withTutorial({ tutorial: _before, ...layout }: FormLayout, tutorial: Tutorial): FormLayout {
  return tutorial.intro === undefined && tutorial.steps.length === 0 ? layout : { ...layout, tutorial }
}

export function withoutPart(layout: FormLayout, part: Part): FormLayout {
  switch (part.kind) {
    case 'form':
    case 'intro':
      return layout
    case 'step': {
      const steps = (layout.tutorial?.steps ?? []).filter((_, at) => at !== part.step)
      return withTutorial(layout, { ...layout.tutorial, steps })
    }
    case 'section':
      // A form has at least one section.
      if (layout.sections.length === 1) return layout
      return { ...layout, sections: layout.sections.filter((_, at) => at !== part.section) }
    case 'field':
      return withSection(layout, part.section, (section) => ({
        ...section,
        fields: section.fields.filter((_, at) => at !== part.field),
      }))
    case 'result':
      return { ...layout, results: layout.results.filter((_, at) => at !== part.result) }
    default:
      return part satisfies never
  }
}

/** A new section with an unused key. */
export function addSection(layout: FormLayout): FormLayout {
  const taken = new Set(layout.sections.map(({ key }) => key))
  let number = layout.sections.length + 1
  while (taken.has(`section-${number}`)) number += 1
  const section: FormSection = { key: `section-${number}`, title: {}, columns: 2, fields: [] }
  return { ...layout, sections: [...layout.sections, section] }
}

/**
 * Moves a part in front of another one of its kind, or to the end of a section. Returns the layout and the new place of
 * the part; undefined if it cannot go there.
 */
export function movePart(
  layout: FormLayout,
  part: Part,
  before: Part,
): { readonly layout: FormLayout; readonly part: Part } | undefined {
  if (part.kind === 'section' && before.kind === 'section') {
    const { list, at } = moved(layout.sections, part.section, before.section)
    return { layout: { ...layout, sections: list }, part: { kind: 'section', section: at } }
  }
  if (part.kind === 'result' && before.kind === 'result') {
    const { list, at } = moved(layout.results, part.result, before.result)
    return { layout: { ...layout, results: list }, part: { kind: 'result', result: at } }
  }
  if (part.kind === 'step' && before.kind === 'step') {
    const { list, at } = moved(layout.tutorial?.steps ?? [], part.step, before.step)
    return { layout: withTutorial(layout, { ...layout.tutorial, steps: list }), part: { kind: 'step', step: at } }
  }
  if (part.kind !== 'field' || (before.kind !== 'field' && before.kind !== 'section')) return undefined
  const field = layout.sections[part.section]?.fields[part.field]
  if (field === undefined) return undefined
  const target = before.kind === 'field' ? before.field : (layout.sections[before.section]?.fields.length ?? 0)
  const isBehind = before.section === part.section && part.field < target
  const at = isBehind ? target - 1 : target
  const without = withoutPart(layout, part)
  const next = withSection(without, before.section, (section) => ({
    ...section,
    fields: [...section.fields.slice(0, at), field, ...section.fields.slice(at)],
  }))
  return { layout: next, part: { kind: 'field', section: before.section, field: at } }
}

function moved<T>(list: readonly T[], from: number, before: number): { list: T[]; at: number } {
  const item = list[from]
  const at = from < before ? before - 1 : before
  const rest = list.filter((_, index) => index !== from)
  return { list: item === undefined ? rest : [...rest.slice(0, at), item, ...rest.slice(at)], at }
}

/** Moves a part one step up or down; a field at the edge of its section moves into the next one. */
export function stepPart(layout: FormLayout, part: Part, step: 'up' | 'down') {
  const by = step === 'up' ? -1 : 2
  switch (part.kind) {
    case 'form':
    case 'intro':
      return undefined
    case 'step': {
      const to = part.step + by
      const count = layout.tutorial?.steps.length ?? 0
      return to < 0 || to > count ? undefined : movePart(layout, part, { kind: 'step', step: to })
    }
    case 'section': {
      const to = part.section + by
      return to < 0 || to > layout.sections.length
        ? undefined
        : movePart(layout, part, { kind: 'section', section: to })
    }
    case 'result': {
      const to = part.result + by
      return to < 0 || to > layout.results.length ? undefined : movePart(layout, part, { kind: 'result', result: to })
    }
    case 'field': {
      const { section, field } = part
      const last = (layout.sections[section]?.fields.length ?? 0) - 1
      if (step === 'up' && field === 0) {
        return section === 0 ? undefined : movePart(layout, part, { kind: 'section', section: section - 1 })
      }
      if (step === 'down' && field === last) {
        const next = section + 1
        return next >= layout.sections.length
          ? undefined
          : movePart(layout, part, { kind: 'field', section: next, field: 0 })
      }
      return movePart(layout, part, { kind: 'field', section, field: field + by })
    }
    default:
      return part satisfies never
  }
}
