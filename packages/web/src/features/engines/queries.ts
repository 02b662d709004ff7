import type { Client } from '@sheetwright/contract/client.ts'
import type { SentBody } from '@sheetwright/contract/call.ts'
import { getEngine } from '@sheetwright/contract/engines/get-engine.ts'
import { getEngineVersion } from '@sheetwright/contract/engines/get-engine-version.ts'
import { getPublishChecks } from '@sheetwright/contract/engines/get-publish-checks.ts'
import { getPromotion } from '@sheetwright/contract/engines/get-promotion.ts'
import { getParity } from '@sheetwright/contract/engines/get-parity.ts'
import { getVersions } from '@sheetwright/contract/engines/get-versions.ts'
import { getProxyRule } from '@sheetwright/contract/execution/get-proxy-rule.ts'
import { listChains } from '@sheetwright/contract/execution/list-chains.ts'
import { listUnchained } from '@sheetwright/contract/execution/list-unchained.ts'
import { searchServices } from '@sheetwright/contract/engines/search-services.ts'
import { listEngines } from '@sheetwright/contract/engines/list-engines.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { keepPreviousOf } from '../../platform/api/keep-previous-of.ts'
import { useApi } from '../../platform/api/use-api.ts'
import { useAppState } from '../../platform/store/use-app-store.ts'

type ListBody = NonNullable<SentBody<typeof listEngines>>

/** An engine as in the address of its pages. */
export interface EngineAddress {
  readonly product: string
  readonly engine: string
}

interface EngineFilter {
  readonly name: string
  readonly favourites: boolean
}

export interface EnginePageRequest extends EngineFilter {
  readonly page: number
  readonly pageSize: number
  readonly sort: ListBody['sort']
}

export const engineKeys = {
  all: ['engines'],
  list: (product: string, request: EnginePageRequest) => ['engines', 'list', product, request],
  one: (address: EngineAddress, version: string | undefined) => ['engines', 'one', address, version],
  proof: (address: EngineAddress, version: string) => ['engines', 'proof', address, version],
  publishChecks: (address: EngineAddress, version: string) => ['engines', 'publish-checks', address, version],
  promotion: (address: EngineAddress, version: string) => ['engines', 'promotion', address, version],
  versions: (address: EngineAddress, archived: boolean) => ['engines', 'versions', address, archived],
  search: (name: string) => ['engines', 'search', name],
  proxy: (address: EngineAddress) => ['engines', 'proxy', address],
  chains: (address: EngineAddress) => ['engines', 'chains', address],
  unchained: (address: EngineAddress) => ['engines', 'unchained', address],
  upload: (product: string) => ['engines', 'upload', product],
  uploadProgress: (product: string) => ['engine-upload-progress', product],
} as const

/** One page of the engines of a product. */
export function useEngines(product: string, request: EnginePageRequest) {
  const api = useApi()
  const { name, favourites, page, pageSize, sort } = request
  return useQuery({
    queryKey: engineKeys.list(product, request),
    queryFn: ({ signal }) =>
      api.call(listEngines, {
        params: { product },
        body: {
          page,
          pageSize,
          ...(sort === undefined ? {} : { sort }),
          search: [
            ...(name === '' ? [] : [{ field: 'serviceName_co', value: name } as const]),
            ...(favourites ? [{ field: 'isfavorite', value: true } as const] : []),
          ],
        },
        signal,
      }),
    placeholderData: keepPreviousOf(product),
  })
}

/** The first few engines of any product that match the command palette. */
export function useEngineSearch(name: string) {
  const api = useApi()
  const { auth } = useAppState()
  return useQuery({
    queryKey: engineKeys.search(name),
    queryFn: ({ signal }) =>
      api.call(searchServices, {
        params: { tenant: auth.tenant },
        body: { request_data: { page_size: 6, search: [{ field: 'service_name', value: name }] } },
        signal,
      }),
    select: ({ response_data }) => response_data.services,
    placeholderData: keepPreviousData,
    enabled: name !== '',
  })
}

/** An engine with one of its versions; by default the running one, else the newest. */
export function useEngine(product: string, engine: string, version?: string) {
  return useQuery({
    ...engineQuery(useApi(), product, engine, version),
    placeholderData: keepPreviousOf({ product, engine } satisfies EngineAddress),
  })
}

/** The query of an engine, for the page and for prefetching. */
export function engineQuery(api: Client, product: string, engine: string, version?: string) {
  const address: EngineAddress = { product, engine }
  return queryOptions({
    queryKey: engineKeys.one(address, version),
    queryFn: ({ signal }) =>
      version === undefined
        ? api.call(getEngine, { params: address, signal })
        : api.call(getEngineVersion, { params: { ...address, version }, signal }),
  })
}

/** The proof of a version with every cell that differs. */
export function useProof(product: string, engine: string, version: string, enabled = true) {
  const api = useApi()
  const address: EngineAddress = { product, engine }
  return useQuery({
    queryKey: engineKeys.proof(address, version),
    queryFn: ({ signal }) => api.call(getParity, { params: { ...address, version }, signal }),
    // A proof never changes.
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

/** The origin of a version from another installation; null if it was made here. */
export function usePromotion(params: EngineAddress & { readonly version: string }) {
  const api = useApi()
  return useQuery({
    queryKey: engineKeys.promotion(params, params.version),
    queryFn: ({ signal }) => api.call(getPromotion, { params, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The checks before a version is published. */
export function usePublishChecks(address: EngineAddress, version: string) {
  const api = useApi()
  return useQuery({
    queryKey: engineKeys.publishChecks(address, version),
    queryFn: ({ signal }) => api.call(getPublishChecks, { params: { ...address, version }, signal }),
    select: ({ items }) => items,
  })
}

/** The versions of an engine, newest first; archived ones only when asked for. */
export function useEngineVersions(product: string, engine: string, archived = false) {
  const api = useApi()
  const address: EngineAddress = { product, engine }
  return useQuery({
    queryKey: engineKeys.versions(address, archived),
    queryFn: ({ signal }) =>
      api.call(getVersions, { params: address, query: { archived: archived ? 'true' : 'false' }, signal }),
    select: ({ items }) => items,
    placeholderData: keepPreviousOf(address),
  })
}

/** The proxy address of an engine; null when it has none. */
export function useProxyRule(address: EngineAddress, enabled: boolean) {
  const api = useApi()
  return useQuery({
    queryKey: engineKeys.proxy(address),
    queryFn: ({ signal }) => api.call(getProxyRule, { params: address, query: { orNull: 'true' }, signal }),
    enabled,
  })
}

/** The chains that begin with an engine. */
export function useChains(address: EngineAddress) {
  const api = useApi()
  return useQuery({
    queryKey: engineKeys.chains(address),
    queryFn: ({ signal }) => api.call(listChains, { params: address, signal }),
    select: ({ items }) => items,
  })
}

/** Engines that a chain can continue with. */
export function useUnchained(address: EngineAddress) {
  const api = useApi()
  return useQuery({
    queryKey: engineKeys.unchained(address),
    queryFn: ({ signal }) => api.call(listUnchained, { params: address, signal }),
    select: ({ items }) => items,
  })
}
