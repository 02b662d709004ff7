import type { CallFilter } from './call.store.ts'

interface AskedFilter {
  readonly StartDate?: string | undefined
  readonly EndDate?: string | undefined
  readonly Search: string
  readonly ErrorsOnly: boolean
}

export function filterOf(engineId: string, asked: AskedFilter): CallFilter {
  return {
    engineId,
    from: asked.StartDate === undefined ? undefined : new Date(asked.StartDate),
    before: asked.EndDate === undefined ? undefined : endOf(asked.EndDate),
    search: asked.Search.trim(),
    errorsOnly: asked.ErrorsOnly,
  }
}

/** A given day ends at midnight. */
export function endOf(text: string): Date {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text)
  return new Date(new Date(text).getTime() + (isDay ? 86_400_000 : 0))
}
