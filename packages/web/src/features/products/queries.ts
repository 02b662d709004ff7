import type { SentBody } from '@sheetwright/contract/call.ts'
import type { Client } from '@sheetwright/contract/client.ts'
import { getCloneProductName } from '@sheetwright/contract/products/get-clone-product-name.ts'
import { getImage } from '@sheetwright/contract/products/get-image.ts'
import { getProduct } from '@sheetwright/contract/products/get-product.ts'
import { listUserActions, userActionPageSize } from '@sheetwright/contract/products/list-user-actions.ts'
import { listDeleted } from '@sheetwright/contract/products/list-deleted.ts'
import { listProducts } from '@sheetwright/contract/products/list-products.ts'
import { listSharedProducts } from '@sheetwright/contract/products/list-shared-products.ts'
import { type Product, productPageSize } from '@sheetwright/contract/products/product.ts'
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hasCode, retryLoading } from '../../platform/api/retry-loading.ts'
import { useApi } from '../../platform/api/use-api.ts'
import { dataUrlOf } from '../../ui/data-url.ts'

type SortText = NonNullable<SentBody<typeof listProducts>>['sort']

/** Filters of the catalogue. */
export interface ProductFilter {
  readonly name: string
  readonly favourites: boolean
  /** Only products of others, shared with the user. */
  readonly shared: boolean
  /** Keys of categories; a product matches if it is in one of them. */
  readonly categories: readonly string[]
}

export const productKeys = {
  all: ['products'],
  feed: (filter: ProductFilter, sort: SortText) => ['products', 'feed', filter, sort],
  page: (filter: ProductFilter, sort: SortText, page: number) => ['products', 'page', filter, sort, page],
  search: (name: string) => ['products', 'search', name],
  one: (id: string) => ['products', 'one', id],
  cloneName: (id: string) => ['products', 'clone-name', id],
  deleted: ['products', 'deleted'],
  actions: (id: string) => ['products', 'actions', id],
} as const

const pageSize = productPageSize.catalogue

/** The request for the list of products. */
export function productSearch(filter: ProductFilter) {
  return [
    ...(filter.name === '' ? [] : [{ field: 'productName_co', value: filter.name } as const]),
    ...(filter.categories.length === 0 ? [] : [{ field: 'category_in', value: filter.categories.join(',') } as const]),
    ...(filter.favourites ? [{ field: 'isstarred', value: true } as const] : []),
  ]
}

/** Shared products have their own list. */
function listOf(filter: ProductFilter) {
  return filter.shared ? listSharedProducts : listProducts
}

/** The catalogue's grid: page after page, loaded while scrolling. */
export function useProductFeed(filter: ProductFilter, sort: SortText, enabled: boolean) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: productKeys.feed(filter, sort),
    queryFn: ({ pageParam, signal }) =>
      api.call(listOf(filter), {
        body: { page: pageParam, pageSize, search: productSearch(filter), ...(sort === undefined ? {} : { sort }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * pageSize < last.count ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** One page of the catalogue's list. */
export function useProductPage(filter: ProductFilter, sort: SortText, page: number, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: productKeys.page(filter, sort, page),
    queryFn: ({ signal }) =>
      api.call(listOf(filter), {
        body: { page, pageSize, search: productSearch(filter), ...(sort === undefined ? {} : { sort }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The first few products that match the command palette. */
export function useProductSearch(name: string) {
  const api = useApi()
  return useQuery({
    queryKey: productKeys.search(name),
    queryFn: ({ signal }) =>
      api.call(listProducts, {
        body: { pageSize: 6, sort: 'name', search: [{ field: 'productName_co', value: name }] },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: name !== '',
  })
}

export function useDeleted() {
  const api = useApi()
  return useQuery({ queryKey: productKeys.deleted, queryFn: ({ signal }) => api.call(listDeleted, { signal }) })
}

export function useProduct(id: string) {
  return useQuery({ ...productQuery(useApi(), id), enabled: id !== '' })
}

/** The query of a product, for the page and for prefetching. */
export function productQuery(api: Client, id: string) {
  return queryOptions({
    queryKey: productKeys.one(id),
    queryFn: ({ signal }) => api.call(getProduct, { params: { product: id }, signal }),
    retry: (failures, error) =>
      retryLoading(failures, error) || (failures < 1 && hasCode(error, 'INVALID_PRODUCT_NAME')),
  })
}

/** The cover of a product. Another picture has another hash, so the cache stays valid. */
export function useCoverImage({ id, coverImage }: Product) {
  const api = useApi()
  return useQuery({
    queryKey: ['cover-images', id, coverImage],
    queryFn: async ({ signal }) => {
      const { blob } = await api.call(getImage, { params: { product: id, image: coverImage ?? '' }, signal })
      return dataUrlOf(blob)
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: coverImage !== null,
  })
}

/** An unused name for a copy, fetched each time the dialog opens. */
export function useCloneName(productId: string) {
  const api = useApi()
  return useQuery({
    queryKey: productKeys.cloneName(productId),
    queryFn: ({ signal }) => api.call(getCloneProductName, { params: { product: productId }, signal }),
    gcTime: 0,
  })
}

/** The changes of a product, newest first, page after page. */
export function useUserActions(productId: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: productKeys.actions(productId),
    queryFn: ({ pageParam, signal }) =>
      api.call(listUserActions, { params: { product: productId }, body: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (page * userActionPageSize < last.count ? page + 1 : undefined),
  })
}
