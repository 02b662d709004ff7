import type { FormLayout } from '@sheetwright/contract/calculators/form-layout.ts'
import { useReducer } from 'react'

/** Maximum number of undo steps. */
const longest = 200

interface History {
  readonly past: readonly FormLayout[]
  readonly present: FormLayout
  readonly future: readonly FormLayout[]
  /** What the last change was about. Characters typed into one field are one step. */
  readonly about: string | undefined
}

type Step =
  | { readonly kind: 'change'; readonly edit: (layout: FormLayout) => FormLayout; readonly about: string | undefined }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }

export function takeStep(history: History, step: Step): History {
  const { past, present, future, about } = history
  if (step.kind === 'undo') {
    const previous = past.at(-1)
    if (previous === undefined) return history
    return { past: past.slice(0, -1), present: previous, future: [present, ...future], about: undefined }
  }
  if (step.kind === 'redo') {
    const [next, ...rest] = future
    return next === undefined ? history : { past: [...past, present], present: next, future: rest, about: undefined }
  }
  const changed = step.edit(present)
  if (changed === present) return history
  const isSameStep = step.about !== undefined && step.about === about
  return {
    past: isSameStep ? past : [...past, present].slice(-longest),
    present: changed,
    future: [],
    about: step.about,
  }
}

/** The edited layout, with undo and redo. */
export function useHistory(start: FormLayout) {
  const [{ past, present, future }, dispatch] = useReducer(takeStep, {
    past: [],
    present: start,
    future: [],
    about: undefined,
  })
  return {
    layout: present,
    change: (edit: (layout: FormLayout) => FormLayout, about?: string) => dispatch({ kind: 'change', edit, about }),
    undo: () => dispatch({ kind: 'undo' }),
    redo: () => dispatch({ kind: 'redo' }),
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}
