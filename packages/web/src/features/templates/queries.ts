import { downloadTemplate } from '@sheetwright/contract/templates/download-template.ts'
import { listTemplateCategories } from '@sheetwright/contract/templates/list-template-categories.ts'
import { listTemplates } from '@sheetwright/contract/templates/list-templates.ts'
import { type Template, templatePageSize } from '@sheetwright/contract/templates/template.ts'
import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../platform/api/use-api.ts'

export interface TemplateSearch {
  readonly name: string
  readonly categories: readonly string[]
}

export const templateKeys = {
  all: ['templates'],
  feed: (search: TemplateSearch) => ['templates', 'feed', search],
  favourites: (search: TemplateSearch) => ['templates', 'favourites', search],
  choices: ['templates', 'choices'],
  categories: ['templates', 'categories'],
} as const

function pairsOf({ name, categories }: TemplateSearch) {
  return [
    ...(name === '' ? [] : [{ field: 'templateName_co', value: name } as const]),
    ...(categories.length === 0 ? [] : [{ field: 'category_in', value: categories.join(',') } as const]),
  ]
}

/** All templates, page after page. */
function useTemplates(search: TemplateSearch) {
  const api = useApi()
  const pageSize = templatePageSize.list
  return useInfiniteQuery({
    queryKey: templateKeys.feed(search),
    queryFn: ({ pageParam, signal }) =>
      api.call(listTemplates, { body: { page: pageParam, pageSize, search: pairsOf(search) }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page < totalPages(last.count, pageSize) ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

export function totalPages(total: number, pageSize: number): number {
  return Math.ceil(total / pageSize)
}

/** All favourites in one request, independent of the list's paging. */
function useFavouriteTemplates(search: TemplateSearch) {
  const api = useApi()
  return useQuery({
    queryKey: templateKeys.favourites(search),
    queryFn: ({ signal }) =>
      api.call(listTemplates, { body: { search: [...pairsOf(search), { field: 'isstarred', value: true }] }, signal }),
    placeholderData: keepPreviousData,
  })
}

const nothingYet = { all: undefined, favourites: undefined }

/**
 * The favourites of a search and all its templates. `shown` changes when both are there: favourites that come later
 * would move the cards below them, and a click that is under way would miss.
 */
export function useTemplateLists(search: TemplateSearch) {
  const all = useTemplates(search)
  const favourites = useFavouriteTemplates(search)
  const [shown, setShown] = useState<{ all: typeof all.data; favourites: typeof favourites.data }>(nothingYet)
  const isComplete = [all, favourites].every(({ isPending, isPlaceholderData }) => !isPending && !isPlaceholderData)
  if (isComplete && (shown.all !== all.data || shown.favourites !== favourites.data)) {
    setShown({ all: all.data, favourites: favourites.data })
  }
  return { all, shown }
}

export function useTemplateCategories() {
  const api = useApi()
  return useQuery({
    queryKey: templateKeys.categories,
    queryFn: ({ signal }) => api.call(listTemplateCategories, { signal }),
  })
}

/** Every template, for choosing one. */
export function useTemplateChoices(enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: templateKeys.choices,
    queryFn: ({ signal }) => api.call(listTemplates, { body: { pageSize: templatePageSize.favourites }, signal }),
    enabled,
  })
}

/** The workbook of a template. */
export async function templateFile(api: ReturnType<typeof useApi>, id: string): Promise<File> {
  const { blob, fileName } = await api.call(downloadTemplate, { params: { id } })
  return new File([blob], fileName ?? 'template.xlsx', { type: blob.type })
}

/** Sets the favourite flag optimistically in the cached data of any template query. */
export function setCachedFavourite(queries: QueryClient, id: string, isStarred: boolean): void {
  queries.setQueriesData({ queryKey: templateKeys.all }, (data: unknown) => withFavourite(data, id, isStarred))
}

interface TemplatePageData {
  readonly items: readonly Template[]
}

function withFavourite(data: unknown, id: string, isStarred: boolean): unknown {
  if (typeof data !== 'object' || data === null) return data
  const inPage = (page: TemplatePageData) => ({
    ...page,
    items: page.items.map((item) => (item.id === id ? { ...item, isStarred } : item)),
  })
  if ('pages' in data) return { ...data, pages: (data.pages as readonly TemplatePageData[]).map(inPage) }
  return 'items' in data ? inPage(data as TemplatePageData) : data
}
