import { z } from 'zod'

/** Hard ceiling for one page of any list. */
export const maxPageSize = 1000

/**
 * The request of every list call: page from 1, page size, sort (a field name, `-` before it for descending) and a
 * list of field/value pairs to search by. Which fields can be sorted and searched is part of each call's declaration.
 */
export function listRequest<
  const Sort extends readonly [string, ...string[]],
  const Search extends readonly string[],
>(list: { pageSize: number; sortable: Sort; searchable: Search; defaultSort: Sort[number] | `-${Sort[number]}` }) {
  const sortChoices = list.sortable.flatMap((field) => [field, `-${field}`]) as [string, ...string[]]
  return z
    .strictObject({
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(maxPageSize).default(list.pageSize),
      sort: z.enum(sortChoices).default(list.defaultSort),
      search: z
        .array(
          z.strictObject({
            field: z.enum(list.searchable as unknown as [string, ...string[]]),
            value: z.union([z.string().max(500), z.number(), z.boolean()]),
          }),
        )
        .max(20)
        .default([]),
    })
    .prefault({})
}

export type ListRequest = {
  page: number
  pageSize: number
  sort: string
  search: { field: string; value: string | number | boolean }[]
}
