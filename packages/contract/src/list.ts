import { z } from 'zod'

/** Maximum page size of any list. */
const maxPageSize = 1000

/**
 * The request of every list call: page from 1, page size, sort (a field name, prefixed with `-` for descending) and a
 * list of field/value pairs to search by. Each call's declaration says which fields can be sorted and searched.
 */
export function listRequest<const Sort extends string, const Search extends string>(list: {
  pageSize: number
  sortable: readonly [Sort, ...Sort[]]
  searchable: readonly [Search, ...Search[]]
  defaultSort: NoInfer<Sort | `-${Sort}`>
}) {
  const sortChoices = list.sortable.flatMap((field): (Sort | `-${Sort}`)[] => [field, `-${field}`])
  return z
    .strictObject({
      page: z.int().min(1).default(1),
      pageSize: z
        .union([z.int().min(1).max(maxPageSize), z.literal(-1).transform(() => maxPageSize)])
        .default(list.pageSize)
        .describe('-1: as many as one page can hold'),
      sort: z
        .enum(sortChoices as [Sort | `-${Sort}`, ...(Sort | `-${Sort}`)[]])
        .default(list.defaultSort as never)
        .describe('A field name, with - before it for descending'),
      search: z
        .array(
          z.strictObject({
            field: z.enum(list.searchable),
            value: z.union([z.string().max(500), z.number(), z.boolean()]),
          }),
        )
        .max(20)
        .default([])
        .describe('Every pair has to match'),
    })
    .prefault({})
}
