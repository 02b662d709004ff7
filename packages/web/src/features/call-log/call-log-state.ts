/** Filters and page of the call log; all of it is in the address. */
export interface CallFilter {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly search: string
  readonly errorsOnly: boolean
  readonly oldestFirst: boolean
}

export interface CallLogState {
  readonly filter: CallFilter
  readonly page: number
  /** The call whose dialog is open. */
  readonly call: string | undefined
}

type Search = Readonly<Record<string, string | undefined>>

const isDay = /^\d{4}-\d{2}-\d{2}$/

export function callLogFromSearch(search: Search): CallLogState {
  const page = Number(search['page'])
  return {
    filter: {
      from: dayOf(search['from']),
      to: dayOf(search['to']),
      search: search['search'] ?? '',
      errorsOnly: search['errors'] === 'true',
      oldestFirst: search['sort'] === 'timestamp',
    },
    page: Number.isSafeInteger(page) && page > 1 ? page : 1,
    call: search['call'],
  }
}

/** Omits defaults from the address. */
export function callLogToSearch({ filter, page, call }: CallLogState): Search {
  return {
    from: filter.from,
    to: filter.to,
    search: filter.search === '' ? undefined : filter.search,
    errors: filter.errorsOnly ? 'true' : undefined,
    sort: filter.oldestFirst ? 'timestamp' : undefined,
    page: page > 1 ? String(page) : undefined,
    call,
  }
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && isDay.test(text) ? text : undefined
}
